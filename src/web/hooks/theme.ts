import { createStore, useStore } from './store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** The theme's key in this browser's storage; boot.js reads it before the first paint, and again when another tab writes it. */
const KEY = 'sunglow.theme';

const theme = createStore<Theme>(read());

// The document follows by boot.js.
window.addEventListener('storage', () => theme.set(read()));

/** What the user chose in this browser; `system` until they do. */
export function useTheme(): Theme {
  return useStore(theme);
}

export function chooseTheme(chosen: Theme): void {
  const root = document.documentElement;
  if (chosen === 'system') {
    localStorage.removeItem(KEY);
    delete root.dataset['theme'];
  } else {
    localStorage.setItem(KEY, chosen);
    root.dataset['theme'] = chosen;
  }
  theme.set(chosen);
}

function read(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}
