import { useEffect } from 'react';
import type { SettingValue } from '#src/tables/setting/setting.ts';
import { shownTheme, showTheme } from '#src/web/platform/theme.ts';
import { useHasAll, useIsArriving, useRow, useSetting } from './rows.ts';

/** The theme of this browser before the user chose one during this visit, for undo. */
let before: SettingValue<'theme'> | null = null;

/** The theme chosen on any device; before a choice, this browser's. */
export function useTheme(): SettingValue<'theme'> {
  const chosen = useSetting('theme');
  return useIsChosen() ? chosen : (before ?? shownTheme());
}

/** Applies the theme chosen on any device, once this device knows it. */
export function useSyncedTheme(): void {
  const theme = useTheme();
  const isChosen = useIsChosen();
  const isArriving = useIsArriving();
  const isKnown = useHasAll() && !isArriving;
  useEffect(() => {
    // A theme chosen on an earlier visit is shown already; the one before it is unknown.
    if (isChosen) before ??= shownTheme() === theme ? 'system' : shownTheme();
    else if (isKnown) before = theme;
    showTheme(theme);
  }, [theme, isChosen, isKnown]);
  // The next user of this browser has not chosen one.
  useEffect(() => () => void (before = null), []);
}

function useIsChosen(): boolean {
  return (useRow('setting', 'theme')?.value ?? '') !== '';
}
