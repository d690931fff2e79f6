import { useState, type SubmitEvent } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { useTypedLanguage } from '#src/web/features/tasks/quick-add/use-typed-language.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import styles from './day-form.module.css';
import { readDay } from '#src/web/features/tasks/draft/task-form.ts';

interface DayFormProps {
  readonly label: string;
  /** The label of the button. */
  readonly action: string;
  readonly onPick: (day: CalendarDay) => void;
}

/** A form for a day, typed as in the date field and taken with Enter. */
export function DayForm({ label, action, onPick }: DayFormProps) {
  'use no memo';
  // The same text may mean another day in another language.
  useTypedLanguage();
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const day = readDay(text);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(day === null);
    if (!day) return;
    setText('');
    onPick(day);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        label={label}
        labelHidden
        className={styles['field']}
        placeholder="next friday"
        autoComplete="off"
        value={text}
        hint={day && fullDay(day)}
        error={isTried && !day ? 'Please enter a day, such as “next friday”' : null}
        onValue={setText}
      />
      <Button type="submit" size="small">
        {action}
      </Button>
    </form>
  );
}
