/**
 * One JSON file a language, two chunks a language: `texts:nl/first` holds what the table needs,
 * `texts:nl/rest` all other sections, so that long pages of prose don't weigh on the first load.
 * `texts:index` lists every language found, so that a new one is one file.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FIRST = new Set(['common', 'nav', 'table', 'new', 'cards', 'keys', 'text', 'hints', 'errors', 'net']);
const folder = fileURLToPath(new URL('../src/i18n/', import.meta.url));
const read = (language) => JSON.parse(readFileSync(`${folder}${language}.json`, 'utf8'));

export function splitTexts(texts) {
  const parts = { first: {}, rest: {} };
  for (const [section, entries] of Object.entries(texts)) {
    parts[FIRST.has(section) ? 'first' : 'rest'][section] = entries;
  }
  return parts;
}

function index() {
  const languages = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .toSorted();
  const lines = languages.map((code) => {
    const name = JSON.stringify(read(code).common.language);
    const loads = ['first', 'rest'].map((part) => `${part}: () => import('texts:${code}/${part}')`);
    return `${code}: { name: ${name}, ${loads.join(', ')} },`;
  });
  return `export default {\n${lines.join('\n')}\n};`;
}

export function textsPlugin() {
  return {
    name: 'texts',
    resolveId: (id) => (/^texts:(index|[a-z]{2}\/(first|rest))$/.test(id) ? `\0${id}` : null),
    load(id) {
      if (id === '\0texts:index') return index();
      const match = /^\0texts:([a-z]{2})\/(first|rest)$/.exec(id);
      if (!match) return null;
      this.addWatchFile(`${folder}${match[1]}.json`);
      return `export default ${JSON.stringify(splitTexts(read(match[1]))[match[2]])};`;
    },
  };
}
