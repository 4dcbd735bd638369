/** The form for a new game: what kind, and which cards. On its own page and over the table. */
import '../../styles/new.css';
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { ApiError } from '../../net/rest';
import type { Rules } from '../../net/types';
import { preferences, prefer } from '../../store/preferences';
import { hasAccount } from '../../store/session';
import { Button } from '../../ui/button';
import { Choice, Field, Switch } from '../../ui/choice';
import { explain } from '../../ui/errors';
import { Custom } from './custom';
import { deckFaults } from './deck';
import { type Choice as Chosen, OWN, PRESETS, presetOptions } from './rules';
import { type Wish, startGame } from './start';

type From = 'random' | 'code' | 'deck';

interface Form {
  chosen: Chosen;
  own: Rules;
  from: From;
  code: string;
  deck: string;
  winnable: boolean;
}

function wishOf({ chosen, own, from, code, deck, winnable }: Form): Wish {
  if (from === 'code') return { code };
  const rules = chosen === 'custom' ? own : chosen;
  if (from === 'deck') return { rules, deck: deck.replaceAll(/[\s,]+/g, '') };
  return winnable && chosen !== 'custom' ? { rules, winnable } : { rules };
}

/** The kinds most people want; a button shows the others. */
const FEW = new Set<Chosen>(['easy', 'hard', 'vegas-3', 'thoughtful']);

function firstChoice(): Chosen {
  const { rules } = preferences.get();
  return PRESETS.find((slug) => slug === rules) ?? 'hard';
}

/** What belongs to the field that was filled in wrong. */
function faultOf(error: unknown, from: From): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400 || from === 'random') return undefined;
  if (error.code === 'bad_code') return `${explain(error)} ${t('new.code_shape')}`;
  return [explain(error), deckFaults(error)].filter(Boolean).join(' ');
}

export function NewGame({ onStarted }: { onStarted?: () => void }) {
  const [form, setForm] = useState<Form>(() => ({
    chosen: firstChoice(), own: OWN, from: 'random', code: '', deck: '', winnable: false,
  }));
  const [all, setAll] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const alter = (by: (old: Form) => Partial<Form>) => {
    setError(null);
    setForm((old) => ({ ...old, ...by(old) }));
  };
  const set = (patch: Partial<Form>) => alter(() => patch);
  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    if (form.chosen !== 'custom' && form.from !== 'code') prefer({ rules: form.chosen }, hasAccount());
    try {
      await startGame(wishOf(form));
      onStarted?.();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const fault = faultOf(error, form.from);
  return (
    <form class="new-game" onSubmit={(event) => void start(event)}>
      {form.from !== 'code' && (
        <>
          <Choice label={t('new.preset')} shape="list" value={form.chosen} options={presetOptions().filter(({ value }) => all || FEW.has(value) || value === form.chosen)} onChange={(chosen) => set({ chosen })} />
          <Button kind="quiet" label={t(all ? 'new.fewer' : 'new.all')} onClick={() => setAll((was) => !was)} />
        </>
      )}
      {form.from !== 'code' && form.chosen === 'custom' && <Custom value={form.own} change={(part) => alter(({ own }) => ({ own: { ...own, ...part } }))} />}
      <Choice
        label={t('new.from')}
        value={form.from}
        options={[
          { value: 'random', label: t('new.from_random') },
          { value: 'code', label: t('new.from_code') },
          { value: 'deck', label: t('new.from_deck') },
        ]}
        onChange={(from) => set({ from })}
      />
      {form.from === 'random' && form.chosen !== 'custom' && (
        <Switch label={t('new.winnable')} note={t('new.winnable_note')} checked={form.winnable} onChange={(winnable) => set({ winnable })} />
      )}
      {form.from === 'code' && (
        <Field label={t('new.code')} note={t('new.code_note')} error={fault} value={form.code} placeholder="KL1-D3N-AAAAAAG" onInput={(code) => set({ code })} />
      )}
      {form.from === 'deck' && (
        <Field label={t('new.deck')} note={t('new.deck_note')} error={fault} type="textarea" value={form.deck} onInput={(deck) => set({ deck })} />
      )}
      {error !== null && !fault && <p class="field-error" role="alert">{explain(error)}</p>}
      <div class="dialog-foot new-foot">
        <Button type="submit" kind="primary" autofocus={onStarted !== undefined} disabled={busy} label={busy ? t('new.starting') : t('new.start')} />
      </div>
    </form>
  );
}
