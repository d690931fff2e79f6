import type { SettingValue } from '#src/domain/setting.ts';
import { deviceMemory } from './device-memory.ts';

/** The theme's key in this browser's storage; boot.js reads it before the first paint, and again when another tab writes it. */
const KEY = 'sunglow.theme';

/** The theme that this browser shows. */
export function shownTheme(): SettingValue<'theme'> {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Shows this browser in a theme, also after a reload and after signing out. */
export function showTheme(theme: SettingValue<'theme'>): void {
  const root = document.documentElement;
  if (theme === 'system') {
    deviceMemory.forget(KEY);
    delete root.dataset['theme'];
  } else {
    deviceMemory.set(KEY, theme);
    root.dataset['theme'] = theme;
  }
}
