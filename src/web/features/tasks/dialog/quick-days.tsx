import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { useSetting } from '#src/web/data/rows.ts';
import { shortWeekday } from '#src/web/ui/friendly-day.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { nextWeek } from '#src/web/features/tasks/draft/next-week.ts';
import styles from './picker-field.module.css';

interface QuickDaysProps {
  readonly today: CalendarDay;
  readonly value: CalendarDay | null;
  readonly onPick: (day: CalendarDay) => void;
}

/** The days that most tasks are planned for, as one button each. */
export function QuickDays({ today, value, onPick }: QuickDaysProps) {
  const weekStart = useSetting('weekStart');
  const days = [
    { name: 'Today', day: today },
    { name: 'Tomorrow', day: addDays(today, 1) },
    { name: 'Next week', day: nextWeek(today, weekStart) },
  ];
  return days.map(({ name, day }) => (
    <button
      key={name}
      type="button"
      className={styles['quick']}
      aria-pressed={day === value}
      onClick={() => onPick(day)}
    >
      {name} <span className={hidden['hidden']}>{shortWeekday(day)}</span>
    </button>
  ));
}
