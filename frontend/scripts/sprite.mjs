/**
 * Draws src/art/cards.svg: two faces a card, `QH` and (large print) `QH-large`, in one file. Colours
 * are CSS variables, so that themes and four colours need no other file.
 *
 *   node scripts/sprite.mjs FOLDER   FOLDER has the twelve court cards as SVG files (`Qh.svg` …),
 *                                    from the npm package @letele/playing-cards (CC0 1.0)
 *
 * The figures in glyphs.json are outlines of Barlow Semi Condensed SemiBold (SIL OFL 1.1), 100 high.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const folder = process.argv[2];
if (!folder) throw new Error('Where are the court cards?');
const glyphs = JSON.parse(readFileSync(new URL('glyphs.json', import.meta.url), 'utf8'));
const RANKS = 'A23456789TJQK';
const COLOURS = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };

/** Suit signs of our own, 100 by 100 with the middle at 50, 50. */
const SIGNS = {
  S: 'M50 2C58 22 94 38 94 64a21 21 0 0 1-36.5 14.500C58.5 87 61 92.5 65.5 98h-31c4.5-5.5 7-11 8-19.500A21 21 0 0 1 6 64C6 38 42 22 50 2Z',
  H: 'M50 97C44 80 5 58 5 31A24.5 24.5 0 0 1 50 19 24.5 24.5 0 0 1 95 31C95 58 56 80 50 97Z',
  D: 'M50 1C58 20 72 37 88 50 72 63 58 80 50 99 42 80 28 63 12 50 28 37 42 20 50 1Z',
  C: 'M50 3a21.5 21.5 0 0 1 17 34.700A21.5 21.5 0 1 1 57.3 74C58 84 61 92 66 98H34c5-6 8-14 8.7-24A21.5 21.5 0 1 1 33 37.7 21.5 21.5 0 0 1 50 3Z',
};

const three = (value) => String(Math.round(value * 1000) / 1000);
const paint = (suit) => `fill="var(--${COLOURS[suit]},#222)"`;

function sign(suit, x, y, size, flip = false) {
  const scale = (size * (suit === 'D' ? 1.1 : 1)) / 100;
  const turn = flip ? ' rotate(180 50 50)' : '';
  const place = `translate(${three(x - scale * 50)} ${three(y - scale * 50)}) scale(${three(scale)})${turn}`;
  return `<path ${paint(suit)} transform="${place}" d="${SIGNS[suit]}"/>`;
}

function figure(rank, suit, x, y, height) {
  const [path] = glyphs[rank];
  return `<path ${paint(suit)} transform="translate(${three(x)} ${three(y)}) scale(${three(height / 100)})" d="${path}"/>`;
}

function corner(rank, suit) {
  const height = 17;
  const width = (glyphs[rank][1] * height) / 100;
  return figure(rank, suit, 5.5, 5.5, height) + sign(suit, 5.5 + width + 8.6, 14, 13);
}

const both = (content) => `${content}<g transform="rotate(180 50 70)">${content}</g>`;

const LEFT = 30;
const RIGHT = 70;
const ROWS = { top: 33.5, upper: 57.8, high: 45.7, quarter: 51.7, middle: 70 };
const PIPS = {
  2: [[50, ROWS.top]],
  3: [[50, ROWS.top]],
  4: [[LEFT, ROWS.top], [RIGHT, ROWS.top]],
  5: [[LEFT, ROWS.top], [RIGHT, ROWS.top]],
  6: [[LEFT, ROWS.top], [RIGHT, ROWS.top]],
  7: [[LEFT, ROWS.top], [RIGHT, ROWS.top]],
  8: [[LEFT, ROWS.top], [RIGHT, ROWS.top], [50, ROWS.quarter]],
  9: [[LEFT, ROWS.top], [RIGHT, ROWS.top], [LEFT, ROWS.upper], [RIGHT, ROWS.upper]],
  T: [[LEFT, ROWS.top], [RIGHT, ROWS.top], [LEFT, ROWS.upper], [RIGHT, ROWS.upper], [50, ROWS.high]],
};
const MIDDLE = {
  3: [[50, 70]],
  5: [[50, 70]],
  6: [[LEFT, 70], [RIGHT, 70]],
  7: [[LEFT, 70], [RIGHT, 70], [50, ROWS.quarter]],
  8: [[LEFT, 70], [RIGHT, 70]],
  9: [[50, 70]],
};

function pips(rank, suit) {
  const size = 18;
  const half = (PIPS[rank] ?? []).map(([x, y]) => sign(suit, x, y, size)).join('');
  const middle = (MIDDLE[rank] ?? []).map(([x, y]) => sign(suit, x, y, size)).join('');
  return both(half) + middle;
}

const PALETTE = { '#44F': '#2c4a8c', red: '#c2372e', '#FC4': '#e5b452', '#44f': '#2c4a8c', '#fc4': '#e5b452' };

function court(rank, suit) {
  const source = readFileSync(`${folder}/${suit}${rank.toLowerCase()}.svg`, 'utf8');
  const layers = [...source.matchAll(/<symbol[^>]*viewBox="0 0 1300 2000"[^>]*>(.*?)<\/symbol>/gs)].map(([, inner]) => inner);
  const [x, y, w, h] = [18.5, 23, 63, 94];
  // The file names the layers from the top one down. Each is drawn for both halves before the next.
  const drawn = layers.toReversed().map((inner, at) => {
    const id = `${rank}${suit}-${at}`;
    const frame = `id="${id}" x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 1300 2000" preserveAspectRatio="none"`;
    return `<svg ${frame}>${recolour(inner, suit)}</svg><use href="#${id}" transform="rotate(180 50 70)"/>`;
  });
  const side = SIGN_SIDE[`${rank}${suit}`] === 'right' ? x + w - 10.5 : x + 10.5;
  return (
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="var(--court,#f7f2e6)"/>` +
    drawn.join('') +
    both(sign(suit, side, y + 11, 16)) +
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="none" stroke="#2c4a8c" stroke-width=".7" rx="1"/>`
  );
}

const SMALL_SIGN = /<use xlink:href="[^"]*" (?:height|width)="(\d+)" (?:height|width)="\d+" transform="([^"]*)"[^>]*\/>/g;

function recolour(inner, suit) {
  return inner
    .replace(SMALL_SIGN, (_, size, transform) => {
      const place = `${transform} translate(${three(size / 12)} ${three(size / 12)}) scale(${three(size / 120)})`;
      return `<path ${paint(suit)} transform="${place}" d="${SIGNS[suit]}"/>`;
    })
    .replace(/(fill|stroke)="(#44F|red|#FC4)"/gi, (_, what, colour) => `${what}="${PALETTE[colour]}"`)
    .replace(/<path d=/g, '<path fill="#22272b" d=');
}

/** Each court looks away from its sign; read from where the package puts it. */
const SIGN_SIDE = Object.fromEntries(
  [...'JQK'].flatMap((rank) =>
    [...'CDHS'].map((suit) => {
      const source = readFileSync(`${folder}/${suit}${rank.toLowerCase()}.svg`, 'utf8');
      return [rank + suit, /height="5\d(?:\.\d+)?"[^>]*x="-/.test(source) ? 'left' : 'right'];
    }),
  ),
);

function classic(rank, suit) {
  const inner = 'JQK'.includes(rank)
    ? court(rank, suit)
    : rank === 'A' ? sign(suit, 50, 70, suit === 'S' ? 52 : 46) : pips(rank, suit);
  return `<symbol id="${rank}${suit}" viewBox="0 0 100 140">${inner}${both(corner(rank, suit))}</symbol>`;
}

function large(rank, suit) {
  const height = 43;
  const body = figure(rank, suit, 7, 9, height) + sign(suit, 77, 27, rank === 'T' ? 31 : 35) + sign(suit, 50, 98, 62);
  return `<symbol id="${rank}${suit}-large" viewBox="0 0 100 140">${body}</symbol>`;
}

const all = [...'CDHS'].flatMap((suit) => [...RANKS].map((rank) => classic(rank, suit) + large(rank, suit)));
const text = `<svg xmlns="http://www.w3.org/2000/svg">${all.join('\n')}</svg>\n`;
writeFileSync(new URL('../src/art/cards.svg', import.meta.url), text.replace(/(\.\d*?[1-9])0+\b/g, '$1'));
