/**
 * Words in the reader's language. `t('table.undo')` gives a text; `t('table.moves', { n: 3 })`
 * fills `{n}` and picks the plural form. A key is checked by the compiler against `en.json`.
 */
import languages from 'texts:index';
import type english from './en.json';

type Sections = typeof english;
type Keys = { [S in keyof Sections & string]: `${S}.${keyof Sections[S] & string}` };
export type TextKey = Keys[keyof Keys];
export type Values = Record<string, string | number>;
type Plural = Partial<Record<Intl.LDMLPluralRule, string>>;
type Entry = string | Plural;

let current = 'en';
let plural = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');
const texts = new Map<string, Entry>();
const loaded = new Set<string>();

/** The codes of all languages there are, each with its own name for itself. */
export const LANGUAGES = Object.entries(languages).map(([code, { name }]) => ({ code, name }));

export const language = (): string => current;

const among = (tags: readonly string[]): string =>
  tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code in languages) ?? 'en';

/** The browser's first language that there is. */
export const deviceLanguage = (): string => among(navigator.languages);

/** The language to begin with: the page says it, else the device. */
export const preferredLanguage = (): string => among([document.documentElement.lang, ...navigator.languages]);

/** Load a language's texts: `first` for the table, `rest` for every other page. */
export async function loadTexts(code: string, part: 'first' | 'rest'): Promise<void> {
  const name = `${code}/${part}`;
  if (loaded.has(name)) return;
  const { default: sections } = await languages[code]![part]();
  loaded.add(name);
  for (const [section, entries] of Object.entries(sections)) {
    for (const [key, entry] of Object.entries(entries)) {
      texts.set(`${code}:${section}.${key}`, entry as Entry);
    }
  }
}

/** Switch language, texts loaded first. Everything on the page is then drawn anew by the caller. */
export async function setLanguage(code: string): Promise<void> {
  const parts = [...loaded].some((name) => name.endsWith('/rest')) ? ['first', 'rest'] : ['first'];
  await Promise.all(parts.map((part) => loadTexts(code, part as 'first' | 'rest')));
  current = code;
  plural = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  document.documentElement.lang = code;
}

function pick(entry: Entry, values: Values): string {
  if (typeof entry === 'string') return entry;
  const form = plural.select(Number(values['n'] ?? 0));
  return entry[form] ?? entry.other ?? '';
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

export function t(key: TextKey, values: Values = {}): string {
  const entry = texts.get(`${current}:${key}`);
  return entry === undefined ? key : fill(pick(entry, values), values);
}

/** Is there a text of this name? For keys that come from outside, like a server's error code. */
export function hasText(key: string): key is TextKey {
  return texts.has(`${current}:${key}`);
}

/** The language as the reader's country writes it (`en-GB`), where the browser says so. */
const regional = (): string => navigator.languages.find((tag) => tag.startsWith(current)) ?? current;

/** A day and, if asked for, a time in the reader's way of writing. `when` is ISO 8601. */
export function date(when: string | Date, style: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return new Intl.DateTimeFormat(regional(), style).format(new Date(when));
}

export const number = (value: number, style?: Intl.NumberFormatOptions): string =>
  style ? new Intl.NumberFormat(current, style).format(value) : numbers.format(value);

const two = (part: number): string => String(part).padStart(2, '0');

/** Milliseconds as a clock shows them: `4:07`, `1:02:33`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Vegas money as the project writes it everywhere: `+$208`, `$0`, `-$52`. */
export function money(dollars: number): string {
  const sign = dollars > 0 ? '+' : dollars < 0 ? '-' : '';
  return `${sign}$${Math.abs(dollars)}`;
}
