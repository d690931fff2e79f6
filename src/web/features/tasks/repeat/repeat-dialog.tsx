import { useState } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { placedTask, type PlacedTask } from '#src/tables/task/task.ts';
import { dayContextOf } from '#src/web/data/day-context.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { FormDialog } from '#src/web/feedback/form-dialog.tsx';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { useForm } from '#src/web/ui/fields/form.ts';
import { changesOf, readChoice, textOf } from './repeat-choice.ts';
import { RepeatFields } from './repeat-fields.tsx';
import { SeriesActions } from './series-actions.tsx';

interface RepeatDialogProps {
  readonly control: DialogControl;
  readonly taskId: string;
}

/** The dialog for how often a stored task repeats, with the actions on its series. */
export function RepeatDialog({ control, taskId }: RepeatDialogProps) {
  const replica = useReplica();
  // The task as it was when the dialog opened.
  const [task] = useState(() => {
    const row = replica.get('task', taskId);
    return row && placedTask(row, (table, id) => replica.get(table, id));
  });
  if (!task || task.date === null) return null;
  return <Repeating control={control} task={{ ...task, date: task.date }} />;
}

interface RepeatingProps {
  readonly control: DialogControl;
  readonly task: PlacedTask & { readonly date: CalendarDay };
}

function Repeating({ control, task }: RepeatingProps) {
  const mutate = useMutate();
  const replica = useReplica();
  const [context] = useState(() => dayContextOf(replica));
  const due = { date: task.date, time: task.time };
  const initial = textOf(task, context);
  const read = (text: string) => readChoice(text, due, context, text === initial ? task : null);
  const form = useForm({ repeats: initial }, ({ repeats }) => {
    const choice = read(repeats);
    // A rule that Sunglow cannot compute may stay.
    return { repeats: choice.kind === 'wrong' && repeats !== task.repeat ? choice.message : null };
  });
  const field = form.field('repeats');
  const choice = read(field.value);
  const save = async () => {
    if (field.value === initial) return true;
    const changes = changesOf(choice, due, context);
    return mutate('task.edit', { id: task.id, changes, at: Date.now() }, 'Repeat saved');
  };
  return (
    <FormDialog control={control} title="Repeat" narrow form={form} submitLabel="Save" save={save}>
      <RepeatFields field={field} choice={choice} due={due} unknown={task.repeat} />
      {!form.isChanged && <SeriesActions task={task} onDone={control.close} />}
    </FormDialog>
  );
}
