/** The words for each preference that is one of a few. */
import { t, type TextKey } from '../../i18n';
import type { Preferences } from '../../store/preferences';

type Words<K extends keyof Preferences> = Record<Preferences[K] & string, TextKey | readonly [TextKey, TextKey]>;

export const THEMES: Words<'theme'> = {
  auto: 'settings.theme_auto',
  light: 'settings.theme_light',
  dark: 'settings.theme_dark',
};
export const FELTS: Words<'felt'> = {
  green: 'settings.green',
  blue: 'settings.blue',
  wine: 'settings.wine',
  slate: 'settings.slate',
  plain: 'settings.plain',
};
export const BACKS: Words<'back'> = {
  lattice: 'settings.back_lattice',
  waves: 'settings.back_waves',
  stars: 'settings.back_stars',
  plain: 'settings.plain',
};
export const BACK_COLOURS: Words<'backColour'> = {
  blue: 'settings.blue',
  red: 'settings.red',
  green: 'settings.green',
  grey: 'settings.grey',
};
export const DECKS: Words<'deck'> = {
  auto: 'settings.deck_auto',
  classic: 'settings.deck_classic',
  large: 'settings.deck_large',
};
export const TAPS: Words<'tap'> = {
  home: ['settings.tap_home', 'settings.tap_home_note'],
  column: ['settings.tap_column', 'settings.tap_column_note'],
  select: ['settings.tap_select', 'settings.tap_select_note'],
};
export const ANIMATIONS: Words<'animation'> = {
  none: 'settings.animation_none',
  fast: 'settings.animation_fast',
  normal: 'settings.animation_normal',
  slow: 'settings.animation_slow',
};

/** Options for a `Choice`, in the order of their words. */
export function words<T extends string>(names: Record<T, TextKey | readonly [TextKey, TextKey]>) {
  return (Object.keys(names) as T[]).map((value) => {
    const name = names[value];
    return typeof name === 'string'
      ? { value, label: t(name) }
      : { value, label: t((name as readonly [TextKey, TextKey])[0]), note: t((name as readonly [TextKey, TextKey])[1]) };
  });
}
