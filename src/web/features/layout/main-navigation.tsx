import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { Calendar } from '#src/web/ui/icons/calendar.ts';
import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import { CircleCheckBig } from '#src/web/ui/icons/circle-check-big.ts';
import { Clock } from '#src/web/ui/icons/clock.ts';
import { Sun } from '#src/web/ui/icons/sun.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { TriangleAlert } from '#src/web/ui/icons/triangle-exclamation-point.ts';
import { useId, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { ListName } from '#src/domain/lists/list-name.ts';
import { closeMenu } from '#src/web/focus/dialogs.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useRejections } from '#src/web/data/rows.ts';
import { links } from '#src/web/addresses/links.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { Link } from '#src/web/ui/link.tsx';
import styles from './main-navigation.module.css';

interface ViewLink {
  readonly name: string;
  readonly to: string;
  readonly icon: IconComponent;
  /** The tasks to count. Completed counts none: what is done asks for nothing. */
  readonly list?: ListName;
}

const VIEWS: readonly ViewLink[] = [
  { name: 'Overdue', to: links.overdue, icon: Clock, list: 'overdue' },
  { name: 'Today', to: links.today, icon: Sun, list: 'today' },
  { name: 'Upcoming', to: links.upcoming, icon: CalendarDays, list: 'upcoming' },
  { name: 'Calendar', to: links.calendar, icon: Calendar },
  { name: 'Completed', to: links.completed, icon: CircleCheckBig },
  { name: 'Trash', to: links.trash, icon: Trash },
];

/** `children`: the collections. */
export function MainNavigation({ children }: { readonly children: ReactNode }) {
  const rejected = useRejections().length;
  return (
    <nav aria-label="Main" className={styles['navigation']}>
      <ul className={styles['views']}>
        {VIEWS.map((view) => (
          <View key={view.name} {...view} />
        ))}
        {rejected > 0 && (
          <View name="Needs attention" to={links.needsAttention} icon={TriangleAlert}>
            <span className={styles['count']}>{rejected.toLocaleString()}</span>
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
      <Link
        to={to}
        className={styles['view']}
        aria-current={useLocation().pathname === to ? 'page' : undefined}
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
