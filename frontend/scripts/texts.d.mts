import type { Plugin } from 'vite';
type Texts = Record<string, Record<string, unknown>>;
export function splitTexts(texts: Texts): { first: Texts; rest: Texts };
export function textsPlugin(): Plugin;
