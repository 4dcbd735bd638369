import { defineConfig } from 'vitest/config';
import { textsPlugin } from './scripts/texts.mjs';

export default defineConfig(({ command }) => ({
  base: command === 'build' ? '/static/' : '/',
  plugins: [textsPlugin()],
  build: {
    outDir: 'dist',
    manifest: 'manifest.json',
    target: 'es2022',
    // The suits' signs weigh less than what it takes to ask for them; all else is kept by its own name.
    assetsInlineLimit: (file) => file.includes('/art/signs/'),
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { main: 'src/main.tsx', sw: 'src/sw.ts' },
      // The service worker's address is the same for ever, as browsers look there for a new one.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: {
    port: 8300,
    host: '127.0.0.1',
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/ws': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
  test: { include: ['tests/**/*.test.{ts,tsx}'] },
}));
