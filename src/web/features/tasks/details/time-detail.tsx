import { useState, type KeyboardEvent } from 'react';
import { formatDuration, readTypedDuration } from '#src/domain/time/duration.ts';
import { formatTime } from '#src/domain/time/time-of-day.ts';
import { readTypedTime } from '#src/domain/time/typed-time.ts';
import { useClock } from '#src/web/data/rows.ts';
import { useTimeZone, useToday } from '#src/web/data/today.ts';
import { readDateField } from '#src/web/features/tasks/draft/task-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Field } from '#src/web/ui/fields/field.tsx';
import { isEnter } from '#src/web/ui/fields/is-enter.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import type { DetailProps } from './detail.ts';
import styles from './detail-popover.module.css';

/** The fields for the time of day, the duration and the time zone of a task. */
export function TimeDetail({ fields, onChange, onClose }: DetailProps) {
  const { zone, duration } = fields;
  // A task without a date has no time either.
  const time = readDateField(fields.date) === null ? null : fields.time;
  const today = useToday();
  // A time needs a date: a task that has none gets today, until the time is emptied or removed again.
  const [dateBefore] = useState(fields.date);
  const isUndated = readDateField(dateBefore) === null;
  const noTime = { time: null, zone: null, ...(isUndated && { date: dateBefore }) };
  const clock = useClock();
  const here = useTimeZone();
  const { language } = navigator;
  const [texts, setTexts] = useState({
    time: time ? formatTime(time, clock, language) : '',
    duration: duration ? formatDuration(duration) : '',
  });
  const [isLeft, setLeft] = useState(false);
  const isTime = texts.time.trim() === '' || readTypedTime(texts.time, language) !== null;
  const isDuration = texts.duration.trim() === '' || readTypedDuration(texts.duration) !== null;
  const zones = new Set([here, ...(zone ? [zone] : [])]);

  const take = (event: KeyboardEvent) => {
    if (!isEnter(event)) return;
    event.preventDefault();
    if (isTime && isDuration) onClose();
    else setLeft(true);
  };
  const bind = (name: 'time' | 'duration', onText: (text: string) => void) => ({
    value: texts[name],
    autoComplete: 'off',
    onValue: (text: string) => {
      setTexts({ ...texts, [name]: text });
      onText(text.trim());
    },
    onBlur: () => setLeft(true),
    onKeyDown: take,
  });

  return (
    <div className={styles['fields']}>
      <TextField
        label="Time of day"
        placeholder={formatTime('09:00' as NonNullable<typeof time>, clock, language)}
        error={isLeft && !isTime ? 'Please enter a time, such as 9:30' : null}
        {...bind('time', (text) => {
          const read = readTypedTime(text, language);
          if (text === '') onChange(noTime);
          else if (read) onChange({ time: read, ...(isUndated && { date: today }) });
        })}
      />
      <TextField
        label="Duration"
        placeholder="30 min"
        error={isLeft && !isDuration ? 'Please enter a duration, such as 1 h 30' : null}
        {...bind('duration', (text) => {
          const read = readTypedDuration(text);
          if (text === '' || read) onChange({ duration: read });
        })}
      />
      {time && (
        <Field label="Time zone" className={styles['wide']}>
          {(control) => (
            <select
              {...control}
              value={zone ?? ''}
              onChange={(event) => onChange({ zone: event.target.value || null })}
              onKeyDown={take}
            >
              <option value="">Wherever you are</option>
              {Array.from(zones, (name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {(time ?? duration) !== null && (
        <div className={styles['wide']}>
          <Button
            size="small"
            className={styles['clear']}
            onClick={() => {
              onChange({ ...noTime, duration: null });
              onClose();
            }}
          >
            No time
          </Button>
        </div>
      )}
    </div>
  );
}
