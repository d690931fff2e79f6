import type { ReactNode } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { useNarrow, useWide } from '#src/web/platform/media-query.ts';
import { usePageFocus, useTopAfterSignOut } from '#src/web/focus/page-focus.ts';
import { useHasAll, useSetting } from '#src/web/data/rows.ts';
import type { User } from '#src/web/platform/session.ts';
import type { Screen } from '#src/web/data/screen.ts';
import { useSyncedTheme } from '#src/web/data/synced-theme.ts';
import { useTodayClock } from '#src/web/data/today.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { FrameContext } from '#src/web/ui/frame-context.ts';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { links } from '#src/web/addresses/links.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { usePlace } from '#src/web/addresses/task-address.ts';
import styles from './app-layout.module.css';
import { Header } from './header.tsx';

interface AppLayoutProps {
  readonly user: User;
  readonly sidebar: ReactNode;
  /** The page. */
  readonly children: ReactNode;
  /** The screens of the bar at the foot of a narrow window. */
  readonly tabs: readonly Screen[];
  /** A task opened from the list on the page: a panel beside the list if there is room, else in its place. */
  readonly task: ((isPanel: boolean) => ReactNode) | null;
}

/** The pages that can be shown before all tasks are read. */
const BY_DAY: ReadonlySet<string> = new Set([links.app, links.overdue, links.today, links.upcoming]);

/** The frame around every page of the app. */
export function AppLayout({ user, sidebar, tabs, task, children }: AppLayoutProps) {
  const narrow = useNarrow();
  const wide = useWide();
  const place = usePlace();
  const list = useLocation();
  const shown = task && !wide ? place.location : list;
  const hasAll = useHasAll();
  useTodayClock();
  useSyncedTheme();
  usePageFocus(shown, place.type);
  useTopAfterSignOut();
  return (
    <div className={styles['layout']} data-density={useSetting('density')}>
      <a href="#main" className={styles['skip']}>
        Skip to content
      </a>
      <ErrorBoundary part="The header">
        <Header user={user} narrow={narrow} tabs={tabs} />
      </ErrorBoundary>
      <div className={cx(styles['body'], task && wide && styles['withPanel'])}>
        {!narrow && <div className={styles['sidebar']}>{sidebar}</div>}
        <main id="main" className={styles['main']} tabIndex={-1}>
          {/* Background parts put their banners here. */}
          <div aria-live="polite" data-banners />
          <FrameContext value={true}>
            <ErrorBoundary subject={shown.pathname}>
              {task && !wide ? task(false) : hasAll || BY_DAY.has(shown.pathname) ? children : <Loading />}
            </ErrorBoundary>
          </FrameContext>
        </main>
        {task && wide && (
          <aside className={styles['panel']} aria-label="Task">
            <ErrorBoundary part="The task" subject={place.location.pathname}>
              {task(true)}
            </ErrorBoundary>
          </aside>
        )}
      </div>
    </div>
  );
}
