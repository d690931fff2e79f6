import { useId, type KeyboardEvent } from 'react';
import type { Due } from '#src/domain/repeat/due.ts';
import { usualRules } from '#src/domain/repeat/usual.ts';
import { repeatInWords } from '#src/domain/repeat/words.ts';
import { Button } from '#src/web/ui/button.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import type { Choice } from './repeat-choice.ts';
import styles from './repeat-fields.module.css';

interface RepeatFieldsProps {
  readonly field: FieldBinding;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The reading of the text in the field. */
  readonly choice: Choice;
  readonly due: Due;
  /** The rule that the task has, which is kept even if Sunglow cannot compute it. */
  readonly unknown: string | null;
}

/** The field for how often a task repeats, the usual rules as buttons, and the next dates. */
export function RepeatFields({ field, onKeyDown, choice, due, unknown }: RepeatFieldsProps) {
  const locale = navigator.language;
  const headingId = useId();
  return (
    <>
      <TextField
        label="Repeats"
        {...field}
        onKeyDown={onKeyDown}
        placeholder="every first sunday"
        autoComplete="off"
        dir="auto"
      />
      <div className={styles['usual']}>
        {usualRules(due.date).map((rule) => {
          const words = repeatInWords({ ...rule, clamp: false }, { ...due, time: null }, 'en');
          return (
            <Button key={words} size="small" onClick={() => field.onValue(words)}>
              {words}
            </Button>
          );
        })}
        <Button size="small" look="quiet" onClick={() => field.onValue('')}>
          Does not repeat
        </Button>
      </div>
      {choice.kind === 'rule' && (
        <>
          <p className={styles['words']}>
            {repeatInWords(choice.rule, due, locale)}
            {choice.repeatFrom === 'completion' && ', counted from when it is completed'}
          </p>
          <h3 id={headingId} className={styles['heading']}>
            Next dates
          </h3>
          <ol aria-labelledby={headingId} className={styles['next']}>
            {choice.next.map((day) => (
              <li key={day}>
                <time dateTime={day}>{fullDay(day)}</time>
              </li>
            ))}
          </ol>
        </>
      )}
      {choice.kind === 'wrong' && field.value === unknown && (
        <p className={styles['kept']}>
          Sunglow cannot calculate the imported rule of this task. The rule stays as it is.
        </p>
      )}
    </>
  );
}
