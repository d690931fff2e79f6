import { Calendar } from '#src/web/ui/icons/calendar.ts';
import { useRef, useState, type FocusEvent } from 'react';
import { useToday } from '#src/web/data/today.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { useTypedLanguage } from '#src/web/features/tasks/quick-add/use-typed-language.ts';
import { typedLanguage } from '#src/web/features/tasks/draft/typed-language.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/fields/field.tsx';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { CalendarPopover } from './calendar-chunk.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import styles from './picker-field.module.css';
import { QuickDays } from './quick-days.tsx';
import { NO_DATE, readDateField, readDay } from '#src/web/features/tasks/draft/task-form.ts';

interface DateFieldProps extends FieldBinding {
  /** Called with a time that was typed with the day. */
  readonly onTime: (time: TimeOfDay) => void;
}

/** The field for a date: typed, picked from a calendar, or a usual day. */
export function DateField({ value, error, onValue, onBlur, onTime }: DateFieldProps) {
  'use no memo';
  // The same text may mean another day in another language.
  useTypedLanguage();
  const today = useToday();
  const ways = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [calendar, setCalendar] = useState<'unused' | 'open' | 'closed'>('unused');
  const day = readDay(value);

  const onLeave = (event: FocusEvent) => {
    // The field shows the day as it is stored.
    const { time = null } = typedLanguage.get()?.due(value) ?? {};
    if (day) onValue(day);
    if (day && time !== null) onTime(time as TimeOfDay);
    // The calendar and the usual days belong to the field, so the focus may go there.
    if (!ways.current?.contains(event.relatedTarget)) onBlur();
  };

  return (
    <Field label="Date" labelHidden error={error} hint={day && fullDay(day)}>
      {(control) => (
        <div ref={ways} className={styles['ways']}>
          <span ref={frame} className={styles['frame']}>
            <input
              {...control}
              type="text"
              className={cx(control.className, styles['date'])}
              placeholder="YYYY-MM-DD"
              autoComplete="off"
              required
              value={value}
              onChange={(event) => onValue(event.target.value)}
              onBlur={onLeave}
            />
            <IconButton
              ref={button}
              icon={Calendar}
              label="Open calendar"
              className={styles['open']}
              aria-haspopup="dialog"
              aria-expanded={calendar === 'open'}
              onClick={() => setCalendar(calendar === 'open' ? 'closed' : 'open')}
            />
            {calendar !== 'unused' && (
              <ErrorBoundary
                fallback={<p role="alert">The calendar could not be loaded. Type the date instead.</p>}
              >
                <CalendarPopover
                  open={calendar === 'open'}
                  anchor={frame}
                  button={button}
                  value={day}
                  today={today}
                  onClose={() => {
                    setCalendar('closed');
                    onBlur();
                  }}
                  onPick={onValue}
                />
              </ErrorBoundary>
            )}
          </span>
          <QuickDays today={today} value={day} onPick={onValue} />
          <button
            type="button"
            className={styles['quick']}
            aria-pressed={readDateField(value) === null}
            onClick={() => onValue(NO_DATE)}
          >
            {NO_DATE}
          </button>
        </div>
      )}
    </Field>
  );
}
