import { daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { useToday } from '#src/web/data/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { friendlyDay, fullDay } from '#src/web/ui/friendly-day.ts';
import { Target } from '#src/web/ui/icons/target.ts';
import styles from './task-row.module.css';

/** The deadline of a task; highlighted while the task is open, and more so after that day. */
export function Deadline({ day, isOpen }: { readonly day: CalendarDay; readonly isOpen: boolean }) {
  const today = useToday();
  const isPast = day < today;
  const tone = isOpen && styles[isPast ? 'overdue' : 'today'];
  const name = friendlyDay(day, today);
  const isWord = Math.abs(daysBetween(today, day)) <= 1;
  return (
    <span className={cx(styles['fact'], tone)}>
      <Target size={13} aria-hidden />
      <time dateTime={day} title={fullDay(day)}>
        {isOpen && isPast ? 'was due' : 'due'} {isWord ? name.toLocaleLowerCase(navigator.language) : name}
      </time>
    </span>
  );
}
