/** A rule set of one's own, part by part. */
import { t } from '../../i18n';
import type { Rules } from '../../net/types';
import { Choice, Switch } from '../../ui/choice';

interface Props {
  value: Rules;
  /** Takes the parts that differ. */
  change: (part: Partial<Rules>) => void;
}

export function Custom({ value, change }: Props) {
  const scorings = ['standard', 'vegas', 'microsoft', 'none'] as const;
  const names = {
    standard: t('new.scoring_standard'),
    vegas: t('new.scoring_vegas'),
    microsoft: t('new.scoring_microsoft'),
    none: t('new.scoring_none'),
  };
  const passes = [
    { value: '1', label: t('new.passes_1') },
    { value: '2', label: t('new.passes_2') },
    { value: '3', label: t('new.passes_3') },
    { value: '0', label: t('new.passes_any') },
  ];
  return (
    <div class="custom">
      <Choice
        label={t('new.draw')}
        value={String(value.draw)}
        options={[{ value: '1', label: t('new.draw_1') }, { value: '3', label: t('new.draw_3') }]}
        onChange={(draw) => change({ draw: draw === '1' ? 1 : 3 })}
      />
      <Choice
        label={t('new.passes')}
        value={String(value.passes ?? 0)}
        options={passes}
        onChange={(count) => change({ passes: (Number(count) || null) as Rules['passes'] })}
      />
      <Choice
        label={t('new.scoring')}
        value={value.scoring}
        options={scorings.map((scoring) => ({ value: scoring, label: names[scoring] }))}
        onChange={(scoring) => change({ scoring })}
      />
      <Switch label={t('new.take_back')} note={t('new.take_back_note')} checked={value.take_back} onChange={(on) => change({ take_back: on })} />
      <Switch label={t('new.pays_once')} note={t('new.pays_once_note')} checked={value.pays_once} onChange={(on) => change({ pays_once: on })} />
      <Switch label={t('new.undo')} checked={value.undo_limit > 0} onChange={(on) => change({ undo_limit: on ? 100 : 0 })} />
      <Switch label={t('new.see_all')} checked={value.thoughtful} onChange={(on) => change({ thoughtful: on })} />
    </div>
  );
}
