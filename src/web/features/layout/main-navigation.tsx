import { CalendarDays, CircleCheckBig, Clock, Sun, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { ListName } from '#src/domain/lists/task-lists.ts';
import { closeMenu } from '#src/web/hooks/dialogs.ts';
import { handOnFocus } from '#src/web/hooks/leaving-focus.ts';
import { useRejections } from '#src/web/hooks/rows.ts';
import { links } from '#src/web/links.ts';
import { TaskCount } from '#src/web/ui/task-count.tsx';
import styles from './main-navigation.module.css';

interface ViewLink {
  readonly name: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** The tasks to count. Completed counts none: what is done asks for nothing. */
  readonly list?: ListName;
}

const VIEWS: readonly ViewLink[] = [
  { name: 'Overdue', to: links.overdue, icon: Clock, list: 'overdue' },
  { name: 'Today', to: links.today, icon: Sun, list: 'today' },
  { name: 'Upcoming', to: links.upcoming, icon: CalendarDays, list: 'upcoming' },
  { name: 'Completed', to: links.completed, icon: CircleCheckBig },
];

/** `children`: the collections. */
export function MainNavigation({ children }: { readonly children: ReactNode }) {
  const refused = useRejections().length;
  return (
    <nav aria-label="Main" className={styles['navigation']}>
      <ul className={styles['views']}>
        {VIEWS.map((view) => (
          <View key={view.name} {...view} />
        ))}
        {refused > 0 && (
          <View name="Needs attention" to={links.needsAttention} icon={TriangleAlert}>
            <span className={styles['count']}>{refused.toLocaleString()}</span>
          </View>
        )}
      </ul>
      {children}
    </nav>
  );
}

function View({ name, to, icon: Icon, list, children }: ViewLink & { readonly children?: ReactNode }) {
  const countId = useId();
  return (
    <li ref={handOnFocus}>
      <NavLink
        to={to}
        className={styles['view'] ?? ''}
        aria-describedby={list && countId}
        onClick={closeMenu}
      >
        <Icon size={18} aria-hidden />
        {name}
        {list && <TaskCount list={list} id={countId} warning={list === 'overdue'} />}
        {children}
      </NavLink>
    </li>
  );
}
