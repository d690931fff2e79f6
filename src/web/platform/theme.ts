import type { SettingValue } from '#src/tables/setting/setting.ts';
import { deviceMemory } from './device-memory.ts';

/**
 * The theme's key in this browser's storage. boot.js reads it before the first paint, and when another tab
 * writes it.
 */
const KEY = 'sunglow.theme';

/** The present theme of this browser. */
export function shownTheme(): SettingValue<'theme'> {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Sets the theme of this browser, also for later visits and after signing out. */
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
