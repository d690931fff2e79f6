import { Calendar } from 'lucide-react';
import { useRef, useState, type FocusEvent } from 'react';
import { chunk } from '#src/web/chunk.tsx';
import { useWhenIdle } from '#src/web/hooks/idle.ts';
import { useToday } from '#src/web/hooks/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/field.tsx';
import { friendlyDay } from '#src/web/ui/friendly-day.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import type { TaskFieldProps } from './description-field.tsx';
import styles from './picker-field.module.css';
import { readDay } from './task-form.ts';

const calendarChunk = chunk(() => import('./calendar-popover.tsx'));
const CalendarPopover = calendarChunk.component((module) => module.CalendarPopover, null);

/** A day, typed or picked from a calendar. */
export function DateField({ value, error, onValue, onBlur }: TaskFieldProps) {
  const today = useToday();
  const frame = useRef<HTMLSpanElement>(null);
  const [calendar, setCalendar] = useState<'unused' | 'open' | 'closed'>('unused');
  const day = readDay(value);
  useWhenIdle(calendarChunk.preload);

  const onLeave = (event: FocusEvent) => {
    // What was understood is shown the way it is stored.
    if (day) onValue(day);
    // On the way to the calendar the field is not done with yet.
    if (!frame.current?.contains(event.relatedTarget)) onBlur();
  };

  return (
    <Field label="Date" error={error} hint={day && friendlyDay(day, today)}>
      {(control) => (
        <span ref={frame} className={styles['frame']}>
          <input
            {...control}
            type="text"
            className={cx(control.className, styles['date'])}
            placeholder="YYYY-MM-DD"
            maxLength={20}
            autoComplete="off"
            required
            value={value}
            onChange={(event) => onValue(event.target.value)}
            onBlur={onLeave}
          />
          <IconButton
            icon={Calendar}
            label="Open calendar"
            className={styles['open']}
            aria-haspopup="dialog"
            aria-expanded={calendar === 'open'}
            onClick={() => setCalendar(calendar === 'open' ? 'closed' : 'open')}
          />
          {calendar !== 'unused' && (
            <CalendarPopover
              open={calendar === 'open'}
              anchor={frame}
              value={day}
              today={today}
              onClose={() => {
                setCalendar('closed');
                onBlur();
              }}
              onPick={onValue}
            />
          )}
        </span>
      )}
    </Field>
  );
}
