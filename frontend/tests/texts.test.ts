import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Entry = string | Record<string, string>;
type Texts = Record<string, Record<string, Entry>>;

const source = new URL('../src/', import.meta.url);
const folder = new URL('i18n/', source);
const codes = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
const read = (code: string): Texts => JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8'));

function flat(texts: Texts): Map<string, Entry> {
  return new Map(
    Object.entries(texts).flatMap(([section, entries]) =>
      Object.entries(entries).map(([key, entry]) => [`${section}.${key}`, entry] as const),
    ),
  );
}

const forms = (entry: Entry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry));
const holes = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted();
const english = flat(read('en'));

const code = readdirSync(source, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(new URL(name, source), 'utf8'))
  .join('\n');

/** Sections whose keys are made from a server's code, a preset's slug or a card. */
const BY_NAME = new Set(['consent', 'hints', 'errors', 'refusals', 'cards', 'new', 'prefs', 'faults', 'results']);
/** Read by the server for the page's head. */
const BY_SERVER = new Set(['common.language', 'common.description', 'common.noscript']);
/** Words that are the same in English and another language. */
const SAME = new Set(readFileSync(new URL('same-words.txt', import.meta.url), 'utf8').split('\n'));

describe.each(codes)('the texts of %s', (name) => {
  const texts = flat(read(name));

  it('are as many as the English ones, in the same order', () => {
    expect([...texts.keys()]).toEqual([...english.keys()]);
  });

  it('leave the same holes to fill', () => {
    for (const [key, entry] of texts) {
      const wanted = holes(forms(english.get(key)!).join(' '));
      for (const text of forms(entry)) {
        for (const hole of holes(text)) expect(wanted, key).toContain(hole);
        if (typeof entry === 'string') expect(holes(text), key).toEqual(wanted);
      }
    }
  });

  it('have every plural form that the language needs', () => {
    const needed = new Intl.PluralRules(name).resolvedOptions().pluralCategories.toSorted();
    for (const [key, entry] of texts) {
      if (typeof entry !== 'string') expect(Object.keys(entry).toSorted(), key).toEqual(needed);
    }
  });

  it('are translated', () => {
    if (name === 'en') return;
    const same = [...texts].filter(([key, entry]) => forms(entry).join('|') === forms(english.get(key)!).join('|'));
    const left = same.filter(([, entry]) => !SAME.has(forms(entry).join('|'))).map(([key]) => key);
    expect(left).toEqual([]);
  });
});

describe('the texts and the code', () => {
  const named = new Set([...code.matchAll(/['"`]([a-z]+\.[a-z0-9_]+)['"`]/gi)].map((found) => found[1]!));

  it('name no text that there is not', () => {
    const sections = new Set([...english.keys()].map((key) => key.split('.')[0]));
    const wrong = [...named].filter((key) => sections.has(key.split('.')[0]!) && !english.has(key));
    expect(wrong).toEqual([]);
  });

  it('use every text', () => {
    const unused = [...english.keys()].filter(
      (key) => !named.has(key) && !BY_SERVER.has(key) && !BY_NAME.has(key.split('.')[0]!),
    );
    expect(unused).toEqual([]);
  });
});
