/** The rule sets by their slugs, and a rule set of one's own. */
import { t, type TextKey } from '../../i18n';
import type { Rules } from '../../net/types';
import type { Option } from '../../ui/choice';

export const PRESETS = [
  'easy', 'hard', 'vegas-1', 'vegas-3', 'vegas-3x3', 'three-pass', 'limited', 'one-pass', 'classic',
  'microsoft-1', 'microsoft-3', 'thoughtful',
] as const;
export type Slug = (typeof PRESETS)[number];
export type Choice = Slug | 'custom';

const key = (slug: string) => `new.${slug.replaceAll('-', '_')}`;

/** A preset's name in the reader's language; the slug itself where it is none of ours. */
export function rulesName(slug: string | null): string {
  if (slug === null) return t('new.custom');
  return (PRESETS as readonly string[]).includes(slug) ? t(key(slug) as TextKey) : slug;
}

/** The rules of each ladder, without that they are rated. */
const LADDERS: Record<string, string> = {
  'rated-1': 'easy', 'rated-3': 'hard', 'rated-vegas-1': 'vegas-1', 'rated-vegas-3': 'vegas-3', purist: 'purist',
};

/** What is being played: "Draw 3", "Rated · Vegas, draw 1", "Daily · Draw 1". */
export function gameName({ kind, ladder, slug }: { kind: string; ladder: string | null; slug: string | null }): string {
  const rules = LADDERS[ladder ?? slug ?? ''] ?? slug;
  const name = rules === 'purist' ? t('new.purist') : rulesName(rules);
  return kind === 'casual' ? name : `${t(kind === 'daily' ? 'table.daily' : 'table.rated')} · ${name}`;
}

export const presetOptions = (): Option<Choice>[] =>
  [...PRESETS, 'custom' as const].map((slug) => ({
    value: slug,
    label: t(key(slug) as TextKey),
    note: t(`${key(slug)}_note` as TextKey),
  }));

export const OWN: Rules = {
  draw: 3,
  passes: null,
  scoring: 'standard',
  take_back: true,
  pays_once: false,
  undo_limit: 100,
  thoughtful: false,
};
