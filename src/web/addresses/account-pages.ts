import type { ScreenId } from '#src/domain/screen-paths.ts';

/** The pages of the account with their names, in the order of their tabs. */
export const ACCOUNT_PAGES = {
  account: 'Profile',
  preferences: 'Preferences',
  reminders: 'Reminders',
  security: 'Sign-in and security',
  access: 'Access',
  yourData: 'Your data',
} as const satisfies Partial<Record<ScreenId, string>>;

export type AccountPageId = keyof typeof ACCOUNT_PAGES;
