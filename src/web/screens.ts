import { Archive } from '#src/web/ui/icons/archive.ts';
import { Bell } from '#src/web/ui/icons/bell.ts';
import { Calendar } from '#src/web/ui/icons/calendar.ts';
import { ChartColumn } from '#src/web/ui/icons/chart-column.ts';
import { CircleCheckBig } from '#src/web/ui/icons/circle-check-big.ts';
import { CircleHelp } from '#src/web/ui/icons/circle-help.ts';
import { CircleUserRound } from '#src/web/ui/icons/circle-user-round.ts';
import { Clock } from '#src/web/ui/icons/clock.ts';
import { Download } from '#src/web/ui/icons/download.ts';
import { History } from '#src/web/ui/icons/history.ts';
import { KeyRound } from '#src/web/ui/icons/key-round.ts';
import { SlidersHorizontal } from '#src/web/ui/icons/sliders-horizontal.ts';
import { Sparkles } from '#src/web/ui/icons/sparkles.ts';
import { Sun } from '#src/web/ui/icons/sun.ts';
import { Sunrise } from '#src/web/ui/icons/sunrise.ts';
import { Zap } from '#src/web/ui/icons/zap.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { TriangleAlert } from '#src/web/ui/icons/triangle-exclamation-point.ts';
import type { ComponentType } from 'react';
import { SCREEN_PATHS, type ScreenId } from '#src/domain/screen-paths.ts';
import { ACCOUNT_PAGES } from '#src/web/addresses/account-pages.ts';
import type { Screen } from '#src/web/data/screen.ts';

/** The code of a page, and the page in it. */
interface LazyPage {
  readonly load: () => Promise<unknown>;
  readonly pick: (module: never) => ComponentType;
}

interface Declared extends Omit<Screen, 'id' | 'path'> {
  /** Null for a page of the app's first script, which pages.tsx has. */
  readonly page: LazyPage | null;
}

function lazy<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType): LazyPage {
  return { load, pick };
}

const loadAccount = () => import('#src/web/features/account/account-page.tsx');

/** Every screen with a path of its own, in the order of the palette. Routes, sidebar, palette, `g` keys and their help are made from it. */
const DECLARED = {
  today: { name: 'Today', icon: Sun, key: 't', list: 'today', page: null },
  upcoming: { name: 'Upcoming', icon: Sunrise, key: 'u', list: 'upcoming', page: null },
  overdue: { name: 'Overdue', icon: Clock, key: 'o', list: 'overdue', page: null },
  // It counts no tasks: a completed one asks for nothing.
  completed: { name: 'Completed', icon: CircleCheckBig, key: 'c', page: null },
  calendar: {
    name: 'Calendar',
    icon: Calendar,
    page: lazy(
      () => import('#src/web/features/tasks/calendar/calendar-code.ts'),
      (module) => module.CalendarPage,
    ),
  },
  progress: {
    name: 'Progress',
    icon: ChartColumn,
    page: lazy(
      () => import('#src/web/features/progress/progress-page.tsx'),
      (module) => module.ProgressPage,
    ),
  },
  proposals: {
    name: 'Proposals',
    icon: Sparkles,
    page: lazy(
      () => import('#src/web/features/proposals/proposals-page.tsx'),
      (module) => module.ProposalsPage,
    ),
  },
  trash: {
    name: 'Trash',
    icon: Trash,
    page: lazy(
      () => import('#src/web/features/trash/trash-page.tsx'),
      (module) => module.TrashPage,
    ),
  },
  history: {
    name: 'History',
    icon: History,
    key: 'y',
    page: lazy(
      () => import('#src/web/features/history/history-page.tsx'),
      (module) => module.HistoryPage,
    ),
  },
  archived: {
    name: 'Archived collections',
    icon: Archive,
    page: lazy(
      () => import('#src/web/features/tasks/collection/collection-tools.ts'),
      (module) => module.ArchivedPage,
    ),
  },
  needsAttention: {
    name: 'Needs attention',
    icon: TriangleAlert,
    isForRejected: true,
    page: lazy(
      () => import('#src/web/features/attention/needs-attention-page.tsx'),
      (module) => module.NeedsAttentionPage,
    ),
  },
  help: {
    name: 'Help',
    icon: CircleHelp,
    key: 'h',
    page: lazy(
      () => import('#src/web/features/shortcuts/help/help-page.tsx'),
      (module) => module.HelpPage,
    ),
  },
  account: {
    name: 'Account',
    icon: CircleUserRound,
    page: lazy(loadAccount, (module) => module.AccountPage),
  },
  preferences: {
    name: ACCOUNT_PAGES.preferences,
    icon: SlidersHorizontal,
    page: lazy(loadAccount, (module) => module.PreferencesPage),
  },
  reminders: {
    name: ACCOUNT_PAGES.reminders,
    icon: Bell,
    page: lazy(loadAccount, (module) => module.RemindersPage),
  },
  security: {
    name: ACCOUNT_PAGES.security,
    icon: KeyRound,
    page: lazy(loadAccount, (module) => module.SecurityPage),
  },
  access: {
    name: ACCOUNT_PAGES.access,
    icon: Zap,
    page: lazy(loadAccount, (module) => module.AccessPage),
  },
  yourData: {
    name: ACCOUNT_PAGES.yourData,
    icon: Download,
    page: lazy(loadAccount, (module) => module.YourDataPage),
  },
} satisfies Readonly<Record<ScreenId, Declared>>;

/** The screens whose pages are part of the app's first script. */
export type FirstScreenId = {
  [Id in ScreenId]: (typeof DECLARED)[Id]['page'] extends null ? Id : never;
}[ScreenId];

const screenOf = (id: ScreenId): Screen & Declared => ({ id, path: SCREEN_PATHS[id], ...DECLARED[id] });

export const SCREENS = (Object.keys(DECLARED) as ScreenId[]).map(screenOf);

/** The screens that the sidebar leads to, in its order. */
export const SIDEBAR_SCREENS: readonly Screen[] = (
  [
    'overdue',
    'today',
    'upcoming',
    'calendar',
    'completed',
    'progress',
    'proposals',
    'trash',
    'needsAttention',
  ] as const
).map(screenOf);

/** The screens in the bar at the foot of a narrow window, in its order. */
export const TAB_SCREENS: readonly Screen[] = (['today', 'upcoming', 'calendar'] as const).map(screenOf);
