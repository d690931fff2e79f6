import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useFreshUser } from '#src/web/hooks/fresh-user.ts';
import { useNarrow } from '#src/web/hooks/media-query.ts';
import { usePageFocus, useTopAfterLogOut } from '#src/web/hooks/page-focus.ts';
import { useRejectionNotices } from '#src/web/hooks/rejection-notices.ts';
import type { User } from '#src/web/hooks/session.ts';
import { useTodayClock } from '#src/web/hooks/today.ts';
import { ErrorBoundary } from '#src/web/ui/error-boundary.tsx';
import { FrameContext } from '#src/web/ui/frame-context.ts';
import styles from './app-layout.module.css';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';

interface AppLayoutProps {
  readonly user: User;
  readonly sidebar: ReactNode;
}

/** The frame around every page of the app. */
export function AppLayout({ user, sidebar }: AppLayoutProps) {
  const narrow = useNarrow();
  const { pathname } = useLocation();
  useTodayClock();
  useFreshUser();
  usePageFocus();
  useTopAfterLogOut();
  useRejectionNotices();
  return (
    <div className={styles['layout']}>
      <a href="#main" className={styles['skip']}>
        Skip to content
      </a>
      <ErrorBoundary part="The header">
        <Header user={user} narrow={narrow} />
      </ErrorBoundary>
      <div className={styles['body']}>
        {!narrow && <div className={styles['sidebar']}>{sidebar}</div>}
        <main id="main" className={styles['main']} tabIndex={-1}>
          <Banners />
          <FrameContext value={true}>
            <ErrorBoundary subject={pathname}>
              <Outlet />
            </ErrorBoundary>
          </FrameContext>
        </main>
      </div>
    </div>
  );
}
