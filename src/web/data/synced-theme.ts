import { useEffect } from 'react';
import type { SettingValue } from '#src/domain/setting.ts';
import { shownTheme, showTheme } from '#src/web/platform/theme.ts';
import { useHasAll, useIsArriving, useRow, useSetting } from './rows.ts';

/** What this browser showed before its user chose, where that was during this visit: undo goes back to it. */
let before: SettingValue<'theme'> | null = null;

/** The theme that the user chose on any device; until they do, that of this browser. */
export function useTheme(): SettingValue<'theme'> {
  const chosen = useSetting('theme');
  return useIsChosen() ? chosen : (before ?? shownTheme());
}

/** This browser looks as its user has chosen on any device, once this one knows it. */
export function useSyncedTheme(): void {
  const theme = useTheme();
  const isChosen = useIsChosen();
  const isArriving = useIsArriving();
  const isKnown = useHasAll() && !isArriving;
  useEffect(() => {
    // What was chosen on an earlier visit is shown already; of what was before that, nothing is known.
    if (isChosen) before ??= shownTheme() === theme ? 'system' : shownTheme();
    else if (isKnown) before = theme;
    showTheme(theme);
  }, [theme, isChosen, isKnown]);
  // The next user of this browser has chosen nothing yet.
  useEffect(() => () => void (before = null), []);
}

function useIsChosen(): boolean {
  return (useRow('setting', 'theme')?.value ?? '') !== '';
}
