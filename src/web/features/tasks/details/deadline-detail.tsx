import { useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { isEnter } from '#src/web/ui/fields/is-enter.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import type { DetailProps } from './detail.ts';
import styles from './detail-popover.module.css';
import { useTypedLanguage } from '#src/web/features/tasks/quick-add/use-typed-language.ts';
import { readDay } from '#src/web/features/tasks/draft/task-form.ts';

/** The field for the deadline of a task. It reads text as the date field does. */
export function DeadlineDetail({ fields: { deadline }, onChange, onClose }: DetailProps) {
  'use no memo';
  // The same text may mean another day in another language.
  useTypedLanguage();
  const [text, setText] = useState<string>(deadline ?? '');
  const [isLeft, setLeft] = useState(false);
  const isRight = text.trim() === '' || readDay(text) !== null;
  return (
    <>
      <TextField
        label="To be done by"
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        value={text}
        hint={isRight && deadline && fullDay(deadline)}
        error={isLeft && !isRight ? 'Please enter a day as YYYY-MM-DD' : null}
        onValue={(typed) => {
          setText(typed);
          const day = readDay(typed);
          if (typed.trim() === '' || day) onChange({ deadline: day });
        }}
        onBlur={() => setLeft(true)}
        onKeyDown={(event) => {
          if (!isEnter(event)) return;
          event.preventDefault();
          if (isRight) onClose();
          else setLeft(true);
        }}
      />
      {deadline && (
        <Button
          size="small"
          className={styles['clear']}
          onClick={() => {
            onChange({ deadline: null });
            onClose();
          }}
        >
          No deadline
        </Button>
      )}
    </>
  );
}
