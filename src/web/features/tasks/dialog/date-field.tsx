import { Calendar } from '#src/web/ui/icons/calendar.ts';
import { useRef, useState, type FocusEvent } from 'react';
import { useToday } from '#src/web/data/today.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { useTypedLanguage } from '#src/web/features/tasks/quick-add/use-typed-language.ts';
import { typedLanguage } from '#src/web/features/tasks/draft/typed-language.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/fields/field.tsx';
import { fullDay, shortDay } from '#src/web/ui/friendly-day.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { CalendarPopover } from './calendar-chunk.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import styles from './picker-field.module.css';
import { QuickDays } from './quick-days.tsx';
import { NO_DATE, readDateField, readDay } from '#src/web/features/tasks/draft/task-form.ts';

interface DateFieldProps extends FieldBinding {
  /** True for an open task: the usual days appear while the user types. */
  readonly isInPlace?: boolean;
  /** Called with a time that was typed with the day. */
  readonly onTime: (time: TimeOfDay) => void;
}

/**
 * The field for a date: typed, picked from a calendar, or a usual day. Until the user types, words cover the date as it is stored.
 */
export function DateField({ isInPlace = false, value, error, onValue, onBlur, onTime }: DateFieldProps) {
  'use no memo';
  // The same text may mean another day in another language.
  useTypedLanguage();
  const today = useToday();
  const ways = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [calendar, setCalendar] = useState<'unused' | 'open' | 'closed'>('unused');
  const [isOffering, setOffering] = useState(false);
  const day = readDay(value);
  const isUndated = readDateField(value) === null;

  const pick = (picked: string) => {
    onValue(picked);
    if (!isInPlace) return;
    setOffering(false);
    button.current?.focus();
  };
  const onLeave = (event: FocusEvent) => {
    // The field shows the day as it is stored.
    const { time = null } = typedLanguage.get()?.due(value) ?? {};
    if (day) onValue(day);
    else if (isUndated) onValue(NO_DATE);
    if (day && time !== null) onTime(time as TimeOfDay);
    // The calendar and the usual days belong to the field, so the focus may go there.
    if (!ways.current?.contains(event.relatedTarget)) onBlur();
  };

  return (
    <Field
      label="Date"
      labelHidden
      error={error}
      className={cx(styles['field'], value === day && styles['told'])}
      hint={day && fullDay(day)}
    >
      {(control) => (
        <div
          ref={ways}
          className={cx(styles['ways'], isInPlace && styles['inPlace'])}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) setOffering(false);
          }}
        >
          <span ref={frame} className={styles['frame']}>
            <input
              {...control}
              type="text"
              className={styles['date']}
              placeholder="YYYY-MM-DD"
              autoComplete="off"
              required
              value={value}
              onChange={(event) => onValue(event.target.value)}
              onFocus={() => setOffering(true)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || !isInPlace || !isOffering) return;
                // Escape closes the offered days, and the task stays open.
                event.preventDefault();
                setOffering(false);
              }}
              onBlur={onLeave}
            />
            <span aria-hidden className={cx(styles['words'], value === '' && styles['unset'])}>
              {day ? shortDay(day, today) : value || 'Date'}
            </span>
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
          {(!isInPlace || isUndated || isOffering) && (
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Safari focuses no pressed button, so that the days would disappear before the click
            <span
              className={cx(styles['days'], isInPlace && isOffering && styles['offered'])}
              onPointerDown={({ target }) => {
                if (isInPlace && isOffering && target instanceof HTMLElement)
                  target.closest('button')?.focus();
              }}
            >
              <QuickDays today={today} value={day} onPick={pick} />
              {!(isInPlace && isUndated) && (
                <button
                  type="button"
                  className={styles['quick']}
                  aria-pressed={isUndated}
                  onClick={() => pick(NO_DATE)}
                >
                  {NO_DATE}
                </button>
              )}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
