/** The path of each screen of the app that has one of its own: the server answers for it, and links lead to it. */
export const SCREEN_PATHS = {
  today: '/app/today',
  upcoming: '/app/upcoming',
  overdue: '/app/overdue',
  completed: '/app/completed',
  calendar: '/app/calendar',
  progress: '/app/progress',
  proposals: '/app/proposals',
  trash: '/app/trash',
  history: '/app/history',
  archived: '/app/archived',
  needsAttention: '/app/needs-attention',
  help: '/app/help',
  account: '/app/account',
  preferences: '/app/account/preferences',
  reminders: '/app/account/reminders',
  security: '/app/account/security',
  access: '/app/account/access',
  yourData: '/app/account/data',
} as const;

/** The paths of collections and labels begin with these, before the name or the id. */
export const PROJECT = '/app/project/';
export const LABEL = '/app/label/';

export type ScreenId = keyof typeof SCREEN_PATHS;
