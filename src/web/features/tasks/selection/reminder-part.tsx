import { useReducer, useState, type SubmitEvent } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { dayContextOf } from '#src/web/data/day-context.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { isThereAlready, type When } from '#src/web/features/tasks/draft/draft-reminders.ts';
import { PickInstant, USUAL_MINUTES } from '#src/web/features/tasks/reminders/reminder-choices.tsx';
import { readChoice, textOf } from '#src/web/features/tasks/repeat/repeat-choice.ts';
import { RepeatFields } from '#src/web/features/tasks/repeat/repeat-fields.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { CalendarClock } from '#src/web/ui/icons/calendar-clock.ts';
import { Repeat } from '#src/web/ui/icons/repeat.ts';
import { reminderText } from '#src/web/words/reminder.ts';
import { remindAll, remindersOf, repeatAll } from './reminder-changes.ts';
import styles from './selection-bar.module.css';
import { Choice, shareOf } from './selection-choices.tsx';

interface ReminderPartProps {
  readonly tasks: readonly PlacedTask[];
  /** Changes the tasks, and leaves the choices open. */
  readonly onChange: (operations: readonly Operation[]) => void;
  /** Called for the repeat of a single task, which has a dialog. */
  readonly onRepeat: (task: PlacedTask) => void;
  /** Changes how often the tasks repeat. */
  readonly onRepeatAll: (operations: readonly Operation[]) => void;
}

/** The reminders of tasks to tick, and at the end how often they repeat. */
export function ReminderPart({ tasks, onChange, onRepeat, onRepeatAll }: ReminderPartProps) {
  // Each render reads the reminders again.
  'use no memo';
  const replica = useReplica();
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const [part, setPart] = useState<'list' | 'instant' | 'repeat'>('list');
  const toggle = (when: When) => {
    onChange(remindAll(replica, tasks, when));
    setPart('list');
    refresh();
  };
  if (part === 'instant')
    return (
      <div className={styles['other']}>
        <PickInstant onPick={(remindAt) => toggle({ remindAt })} />
      </div>
    );
  if (part === 'repeat') return <RepeatForm tasks={tasks} onSave={onRepeatAll} />;
  const [first] = tasks;
  const dated = tasks.filter(({ date }) => date !== null);
  return (
    <>
      {momentsOf(tasks.flatMap((task) => remindersOf(replica, task))).map((when) => (
        <Choice
          key={`${when.remindAt} ${when.minutesBefore}`}
          pressed={shareOf(tasks, (task) => isThereAlready(remindersOf(replica, task), when))}
          onClick={() => toggle(when)}
        >
          {reminderText(when)}
        </Choice>
      ))}
      <Choice mark={<CalendarClock size={16} aria-hidden />} onClick={() => setPart('instant')}>
        Pick a day and time
      </Choice>
      {first && dated.length > 0 && (
        <Choice
          mark={<Repeat size={16} aria-hidden />}
          aside={tasks.length === 1 && (textOf(first, dayContextOf(replica)) || 'never')}
          onClick={() => (tasks.length === 1 ? onRepeat(first) : setPart('repeat'))}
        >
          Repeat
        </Choice>
      )}
    </>
  );
}

/** The usual moments, and those of the tasks' own reminders. */
function momentsOf(own: readonly { readonly when: When }[]): readonly When[] {
  const usual = USUAL_MINUTES.map((minutesBefore): When => ({ minutesBefore }));
  const all: When[] = [...usual];
  for (const { when } of own)
    if (!all.some((other) => isThereAlready([{ when: other }], when))) all.push(when);
  return all;
}

type Dated = PlacedTask & { readonly date: CalendarDay };

/** The field for how often several tasks repeat, each from its own day. */
function RepeatForm({
  tasks,
  onSave,
}: Pick<ReminderPartProps, 'tasks'> & { onSave: ReminderPartProps['onRepeatAll'] }) {
  const replica = useReplica();
  const [context] = useState(() => dayContextOf(replica));
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const dated = tasks.filter((task): task is Dated => task.date !== null);
  const [first] = dated;
  if (!first) return null;
  const due = { date: first.date, time: first.time };
  const choice = readChoice(text, due, context);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (choice.kind === 'wrong') setTried(true);
    else onSave(repeatAll(dated, text, context));
  };
  return (
    <form className={styles['other']} noValidate onSubmit={submit}>
      <RepeatFields
        field={{
          value: text,
          error: isTried && choice.kind === 'wrong' ? choice.message : null,
          onValue: setText,
          onBlur: () => setTried(true),
        }}
        choice={choice}
        due={due}
        unknown={null}
      />
      <Button type="submit" look="primary" size="small">
        Save
      </Button>
    </form>
  );
}
