import { useState } from 'react';
import { dayContextOf } from '#src/web/data/day-context.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useToday } from '#src/web/data/today.ts';
import type { DetailProps } from './detail.ts';
import { changesOf, readChoice, textOf } from '#src/web/features/tasks/repeat/repeat-choice.ts';
import { RepeatFields } from '#src/web/features/tasks/repeat/repeat-fields.tsx';
import { isEnter } from '#src/web/ui/fields/is-enter.ts';
import { readDateField } from '#src/web/features/tasks/draft/task-form.ts';

/** The field for how often a task repeats. The first time is on or after the task's date. The series begins with the date that is saved. */
export function RepeatDetail({ fields, onChange, onClose }: DetailProps) {
  const replica = useReplica();
  const [context] = useState(() => dayContextOf(replica));
  const today = useToday();
  // A rule that is half typed may be a rule too. It must not move the date that the whole rule counts from.
  const [before] = useState(fields);
  const { repeat, repeatFrom, repeatStart, repeatDue, date } = before;
  const due = { date: readDateField(date) ?? today, time: before.time };
  const dated = { ...before, date: due.date };
  const initial = textOf(dated, context);
  const [text, setText] = useState(initial);
  const [isLeft, setLeft] = useState(false);
  const choice = readChoice(text, due, context, text === initial ? dated : null);
  const isWrong = choice.kind === 'wrong' && text !== repeat;

  const take = (typed: string) => {
    setText(typed);
    const read = readChoice(typed, due, context);
    if (typed === initial || read.kind === 'wrong')
      onChange({ repeat, repeatFrom, repeatStart, repeatDue, date, time: before.time });
    else onChange({ date, time: before.time, ...chosen(changesOf(read, due, context)) });
  };

  return (
    <RepeatFields
      field={{
        value: text,
        error: isLeft && isWrong ? choice.message : null,
        onValue: take,
        onBlur: () => setLeft(true),
      }}
      onKeyDown={(event) => {
        if (!isEnter(event)) return;
        event.preventDefault();
        if (isWrong) setLeft(true);
        else onClose();
      }}
      choice={choice}
      due={due}
      unknown={repeat}
    />
  );
}

/** The beginning of the series is known once the task is saved. */
function chosen({ date, ...changes }: ReturnType<typeof changesOf>) {
  return { ...changes, ...(date && { date }), repeatStart: null, repeatDue: null };
}
