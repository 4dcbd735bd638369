/**
 * After a build: the service worker is told what the build consists of, every text file gets its
 * gzip and brotli twin for the static server, and the first load of the table is measured against
 * its budget (gzip, card art apart).
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const BUDGET = 60_000;
const MAIN = 'src/main.tsx';
const TABLE = 'src/pages/table/index.tsx';
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'));
const texts = Object.entries(manifest).filter(([key]) => /texts:\w+\/first/.test(key)).map(([, entry]) => entry.file);
if (!texts.length) throw new Error('no texts in the manifest');

/** The files that these parts need before they can run; with `later` also what they may ask for. */
function closure(keys, { later = false } = {}) {
  const files = new Set();
  const take = (key, further) => {
    const entry = manifest[key];
    if (!entry || files.has(entry.file)) return;
    files.add(entry.file);
    for (const name of [...(entry.css ?? []), ...(entry.assets ?? [])]) files.add(name);
    for (const other of entry.imports ?? []) take(other, false);
    if (further) for (const other of entry.dynamicImports ?? []) take(other, false);
  };
  for (const key of keys) take(key, later && key !== MAIN);
  return [...files];
}

function tellWorker() {
  const first = [...closure([MAIN, TABLE], { later: true }), ...texts].map((file) => `/static/${file}`).toSorted();
  const version = createHash('sha256').update(first.join('\n')).digest('hex').slice(0, 12);
  const styles = (manifest[MAIN].css ?? []).map((file) => `/static/${file}`);
  const build = { version, first, script: `/static/${manifest[MAIN].file}`, styles };
  const path = new URL('sw.js', dist);
  writeFileSync(path, `const BUILD=${JSON.stringify(build)};\n${readFileSync(path, 'utf8')}`);
}

function zipAll() {
  const sizes = new Map();
  for (const name of readdirSync(dist, { recursive: true })) {
    if (!/\.(js|css|svg|webmanifest)$/.test(name)) continue;
    const content = readFileSync(new URL(name, dist));
    const zipped = gzipSync(content, { level: 9 });
    writeFileSync(new URL(`${name}.gz`, dist), zipped);
    writeFileSync(new URL(`${name}.br`, dist), brotliCompressSync(content));
    sizes.set(name, zipped.length);
  }
  return sizes;
}

tellWorker();
const sizes = zipAll();
const language = Math.max(...texts.map((file) => sizes.get(file)));
const code = closure([MAIN, TABLE]).filter((file) => /\.(js|css)$/.test(file));
const total = code.reduce((sum, file) => sum + sizes.get(file), language);
console.log(`first load of the table: ${total} bytes gzip, texts ${language}, budget ${BUDGET}`);
if (total > BUDGET) process.exit(1);
