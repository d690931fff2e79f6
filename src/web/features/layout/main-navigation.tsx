import { useId, type ReactNode } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { closeMenu } from '#src/web/focus/dialogs.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useRejections } from '#src/web/data/rows.ts';
import type { Screen } from '#src/web/data/screen.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './main-navigation.module.css';

interface MainNavigationProps {
  readonly screens: readonly Screen[];
  /** The collections. */
  readonly children: ReactNode;
}

export function MainNavigation({ screens, children }: MainNavigationProps) {
  const rejected = useRejections().length;
  return (
    <nav aria-label="Main" className={styles['navigation']}>
      <ul className={styles['views']}>
        {screens
          .filter(({ isForRejected }) => !isForRejected || rejected > 0)
          .map((screen) => (
            <View key={screen.id} {...screen}>
              {screen.isForRejected && <span className={styles['count']}>{formatCount(rejected)}</span>}
            </View>
          ))}
      </ul>
      {children}
    </nav>
  );
}

function View({ name, path, icon: Icon, list, children }: Screen & { readonly children: ReactNode }) {
  const countId = useId();
  return (
    <li ref={handOnFocus}>
      <Link
        to={path}
        className={styles['view']}
        aria-current={useLocation().pathname === path ? 'page' : undefined}
        aria-describedby={list && countId}
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
