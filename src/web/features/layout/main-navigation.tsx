import { useId, type ComponentType, type ReactNode } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { closeMenu } from '#src/web/focus/dialogs.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useRejections, useTopic } from '#src/web/data/rows.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { Screen } from '#src/web/data/screen.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './main-navigation.module.css';

interface MainNavigationProps {
  readonly screens: readonly Screen[];
  /** The link to proposals, while there are any. */
  readonly Proposals: ComponentType<{
    readonly screen: Screen;
    readonly View: ComponentType<ViewProps>;
  }>;
  /** The collections. */
  readonly children: ReactNode;
}

export function MainNavigation({ screens, Proposals, children }: MainNavigationProps) {
  const rejected = useRejections().length;
  const hasProposals = useTopic('every-proposal', hasRow);
  return (
    <nav aria-label="Main" className={styles['navigation']}>
      <ul className={styles['views']}>
        {screens
          .filter(({ isForRejected }) => !isForRejected || rejected > 0)
          .map((screen) =>
            screen.id === 'proposals' ? (
              hasProposals && <Proposals key={screen.id} screen={screen} View={View} />
            ) : (
              <View key={screen.id} {...screen}>
                {screen.isForRejected && <span className={styles['count']}>{formatCount(rejected)}</span>}
              </View>
            ),
          )}
      </ul>
      {children}
    </nav>
  );
}

function hasRow(replica: Replica): boolean {
  for (const { deletedAt } of replica.rows('proposal')) if (deletedAt === null) return true;
  return false;
}

interface ViewProps extends Screen {
  /** The id of what describes the link, beside a count of tasks. */
  readonly describedBy?: string;
  readonly children: ReactNode;
}

function View({ name, path, icon: Icon, list, describedBy, children }: ViewProps) {
  const countId = useId();
  return (
    <li ref={handOnFocus}>
      <Link
        to={path}
        className={styles['view']}
        aria-current={useLocation().pathname === path ? 'page' : undefined}
        aria-describedby={describedBy ?? (list && countId)}
        onClick={closeMenu}
      >
        <Icon size={18} aria-hidden />
        {name}
        {list && <TaskCount list={list} id={countId} warning={list === 'overdue'} />}
        {children}
      </Link>
    </li>
  );
}
