import { CalendarDays, CircleCheckBig, Clock, Sun, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { closeMenu } from '#src/web/hooks/dialogs.ts';
import { useRejections } from '#src/web/hooks/rows.ts';
import { links } from '#src/web/links.ts';
import styles from './main-navigation.module.css';

const VIEWS = [
  { name: 'Overdue', to: links.overdue, icon: Clock },
  { name: 'Today', to: links.today, icon: Sun },
  { name: 'Upcoming', to: links.upcoming, icon: CalendarDays },
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
          <View name="Needs attention" to={links.needsAttention} icon={TriangleAlert} count={refused} />
        )}
      </ul>
      {children}
    </nav>
  );
}

interface ViewProps {
  readonly name: string;
  readonly to: string;
  readonly icon: LucideIcon;
  readonly count?: number;
}

function View({ name, to, icon: Icon, count }: ViewProps) {
  return (
    <li>
      <NavLink to={to} className={styles['view'] ?? ''} onClick={closeMenu}>
        <Icon size={18} aria-hidden />
        {name}
        {count !== undefined && <span className={styles['count']}>{count}</span>}
      </NavLink>
    </li>
  );
}
