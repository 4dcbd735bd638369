import './styles/tokens.css';
import './styles/base.css';
import './styles/ui.css';
import { render } from 'preact';
import { App } from './app';
import { deviceLanguage, preferredLanguage, setLanguage } from './i18n';
import { install, standsIn } from './install';
import { startRouter } from './router';
import { bringPreferences, dress, preferences } from './store/preferences';
import { hasAccount } from './store/session';
import { Offline } from './ui/offline';

const root = document.getElementById('app')!;

async function draw(code: string): Promise<void> {
  await setLanguage(code);
  render(null, root);
  render(standsIn() ? <Offline /> : <App />, root);
}

async function start(): Promise<void> {
  let chosen = preferences.get().language;
  let shown = chosen || preferredLanguage();
  dress(document.documentElement, preferences.get());
  preferences.watch((value) => {
    dress(document.documentElement, value);
    if (value.language === chosen) return;
    chosen = value.language;
    const wanted = chosen || deviceLanguage();
    if (wanted === shown) return;
    shown = wanted;
    void draw(shown);
  });
  startRouter();
  await draw(shown);
  install();
  if (hasAccount()) await bringPreferences();
}

void start();
