import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { formatDuration } from '#src/domain/time/duration.ts';
import { idsIn } from '#src/domain/id-set.ts';
import type { SettableIn } from '#src/tables/tables.ts';
import { withoutDefaults } from '#src/tables/kit/row.ts';
import type { HistoryEntry } from '#src/sync/client/storage/history-entries.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import { describeFields, quote, type FieldWords, type Names, type TableWords } from './table-words.ts';

const dayText = (day: CalendarDay | null, { today }: Names) => (day === null ? 'None' : shortDay(day, today));

const FIELDS: FieldWords<SettableIn<'task'>> = {
  name: { label: 'Name', tell: (name) => name },
  description: { label: 'Description', tell: (description) => description || 'None' },
  date: { label: 'Date', tell: dayText },
  collectionId: { label: 'Collection', tell: (id, { collection }) => collection(id) },
  priority: { label: 'Priority', tell: (priority) => String(priority) },
  time: { label: 'Time', tell: (time) => time ?? 'None' },
  zone: { label: 'Time zone', tell: (zone) => zone ?? 'Local' },
  duration: { label: 'Duration', tell: (minutes) => (minutes === null ? 'None' : formatDuration(minutes)) },
  deadline: { label: 'Deadline', tell: dayText },
  parentId: { label: 'Parent', tell: (id, { task }) => (id === null ? 'None' : task(id)) },
  sectionId: { label: 'Section', tell: (id, { named }) => (id === null ? 'None' : named('section', id)) },
  place: { label: 'Place', tell: () => 'Moved' },
  dayPlace: { label: 'Place in its day', tell: () => 'Moved' },
  repeat: { label: 'Repeats', tell: (rule) => rule ?? 'No' },
  repeatFrom: { label: 'Repeats from', tell: (from) => from },
  repeatStart: { label: 'Repeats since', tell: (due) => due ?? 'None' },
  repeatDue: { label: 'Due by its rule', tell: (due) => due ?? 'None' },
};

export const taskWords: TableWords<'task'> = {
  operations: {
    add: {
      done: 'task added',
      needs: 'nothing',
      describe: ({ name, labels = '', ...fields }, names) => ({
        title: `Add task ${quote(name)}`,
        details: [
          ...describeFields(FIELDS, withoutDefaults('task', fields), names),
          ...labelDetail('labels', 'Labels', labels, names),
        ],
      }),
    },
    edit: {
      done: 'task changed',
      many: 'tasks changed',
      needs: 'live',
      describe: ({ id, changes }, names) => ({
        title: `Edit task ${names.task(id)}`,
        details: describeFields(FIELDS, changes, names),
      }),
    },
    label: {
      done: 'labels changed',
      needs: 'live',
      describe: ({ id, add = '', remove = '' }, names) => ({
        title: `Change labels of ${names.task(id)}`,
        details: [
          ...labelDetail('add', 'Added', add, names),
          ...labelDetail('remove', 'Taken off', remove, names),
        ],
      }),
    },
    complete: {
      done: 'task completed',
      many: 'tasks completed',
      needs: 'row',
      describe: ({ id }, { task }) => ({ title: `Complete task ${task(id)}`, details: [] }),
    },
    advance: {
      done: 'task completed',
      many: 'tasks completed',
      needs: 'nothing',
      describe: ({ id, occurrenceId }, { task }) => ({
        title: `${typeof occurrenceId === 'string' ? 'Complete' : 'Skip'} one time of task ${task(id)}`,
        details: [],
      }),
    },
    turn: {
      done: 'task changed',
      needs: 'nothing',
      describe: ({ id }, { task }) => ({ title: `Take back one time of task ${task(id)}`, details: [] }),
    },
    reopen: {
      done: 'task reopened',
      needs: 'live',
      describe: ({ id, collectionId }, names) => ({
        title: `Reopen task ${names.task(id)}`,
        details: describeFields(FIELDS, { collectionId }, names),
      }),
    },
    delete: {
      done: 'task deleted',
      many: 'tasks deleted',
      needs: 'nothing',
      describe: ({ id }, { task }) => ({ title: `Delete task ${task(id)}`, details: [] }),
    },
    restore: {
      done: 'task restored',
      needs: 'row',
      describe: ({ id, collectionId }, names) => ({
        title: `Restore task ${names.task(id)}`,
        details: describeFields(FIELDS, { collectionId }, names),
      }),
    },
    purge: {
      done: 'task deleted for good',
      needs: 'nothing',
      describe: ({ id }, { task }) => ({ title: `Delete task ${task(id)} for good`, details: [] }),
    },
  },
  changeText: moveOrSkipText,
};

function labelDetail(id: string, label: string, set: string, { named }: Names) {
  const value = idsIn(set)
    .map((of) => named('label', of))
    .join(', ');
  return set === '' ? [] : [{ id, label, value }];
}

function moveOrSkipText({ name, steps }: HistoryEntry): string | null {
  const isMove = steps.every(
    (step) =>
      step.name === 'task.edit' &&
      Object.keys(step.args.changes).every((field) => field === 'place' || field === 'dayPlace'),
  );
  if (isMove) return 'task moved';
  const isSkip = steps.every(
    (step) => step.name === 'task.turn' && typeof step.args.occurrenceId !== 'string',
  );
  return name === 'task.advance' && isSkip ? 'time skipped' : null;
}
