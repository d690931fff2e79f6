import type { ComponentType, ReactNode } from 'react';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Grouping } from '#src/reading/lists/arrangement.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useRow, useTopic } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { SectionHeading } from '#src/web/features/tasks/sections/section-heading.tsx';
import type { Heading } from '#src/web/tasks/list/task-list.tsx';
import { Flag } from '#src/web/ui/icons/flag.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { friendlyDay, shortDay } from '#src/web/ui/friendly-day.ts';
import styles from './group-heading.module.css';
import { NONE_KEY } from './order-groups.ts';

/** The name of a group. `key` is its key in the document. */
export function groupName(replica: Replica, group: Grouping, key: string, today: string): string {
  const of = key === NONE_KEY ? '' : key;
  switch (group) {
    case 'none':
      return '';
    case 'day': {
      const day = parseCalendarDay(of);
      return day ? friendlyDay(day, parseCalendarDay(today) ?? day) : 'No date';
    }
    case 'collection':
      return replica.get('collection', of)?.name ?? 'No collection';
    case 'priority':
      return `Priority ${of}`;
    case 'label':
      return replica.get('label', of)?.name ?? 'No label';
    case 'section':
      return replica.get('section', of)?.name ?? 'No section';
  }
}

/** The name of a group, live. */
export function useGroupName(group: Grouping, key: string): string {
  const today = useToday();
  // The other groupings take no name from a row.
  const table = group === 'label' || group === 'section' ? group : 'collection';
  return useTopic(`${table}:${key}`, (replica) => groupName(replica, group, key, today));
}

interface GroupHeadingProps {
  readonly group: Grouping;
  readonly id: string;
  readonly nameId: string;
  readonly children?: ReactNode;
}

/** The heading of a group: its name, with its flag, color or date. */
export function GroupHeading({ group, id, nameId, children }: GroupHeadingProps) {
  const today = useToday();
  const row = useRow(group === 'label' ? 'label' : 'collection', id);
  const name = useGroupName(group, id);
  const day = group === 'day' ? parseCalendarDay(id) : null;
  const date = day && shortDay(day, today);
  return (
    <div className={styles['heading']}>
      {group === 'priority' && (
        <span className={styles['flag']} data-priority={id}>
          <Flag size={16} aria-hidden />
        </span>
      )}
      {row && <ColorDot color={row.color} />}
      <h2 id={nameId} className={styles['name']} dir="auto">
        {name}
      </h2>
      {day && date !== name && <time dateTime={day}>{date}</time>}
      {children}
    </div>
  );
}

/** The headings of groups, by grouping. */
export const HEADINGS: Readonly<Record<Grouping, Heading>> = {
  none: () => null,
  day: headingOf('day'),
  collection: headingOf('collection'),
  priority: headingOf('priority'),
  label: headingOf('label'),
  section: SectionHeading,
};

function headingOf(group: Grouping): ComponentType<Omit<GroupHeadingProps, 'group'>> {
  return (props) => <GroupHeading group={group} {...props} />;
}
