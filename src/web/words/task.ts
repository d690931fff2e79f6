import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { formatDuration } from '#src/domain/time/duration.ts';
import { formatTime } from '#src/domain/time/time-of-day.ts';
import { idsIn } from '#src/domain/id-set.ts';
import { parseRule } from '#src/domain/repeat/rule.ts';
import { repeatInWords } from '#src/domain/repeat/words.ts';
import type { Rows, SettableIn } from '#src/tables/tables.ts';
import { withoutDefaults } from '#src/tables/kit/row.ts';
import type { HistoryEntry } from '#src/sync/client/storage/history-entries.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import { interfaceLocale } from '#src/web/platform/interface-locale.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import {
  describeFields,
  quote,
  type FieldWords,
  type HistoryNames,
  type Names,
  type TableWords,
} from './table-words.ts';

const dayText = (day: CalendarDay | null, { today }: Names) => (day === null ? 'None' : shortDay(day, today));

const FIELDS: FieldWords<SettableIn<'task'>> = {
  name: { label: 'Name', tell: (name) => name },
  description: {
    label: 'Description',
    tell: (description) => description || 'None',
    none: 'no notes',
  },
  date: { label: 'Date', tell: dayText },
  collectionId: { label: 'Collection', tell: (id, { collection }) => collection(id) },
  priority: {
    label: 'Priority',
    tell: (priority) => String(priority),
    alone: (priority) => (priority === 4 ? 'no priority' : `p${priority}`),
  },
  time: {
    label: 'Time',
    tell: (time) => time ?? 'None',
    alone: (time, { clock }) => formatTime(time, clock, interfaceLocale()),
  },
  zone: { label: 'Time zone', tell: (zone) => zone ?? 'Local', none: 'local time' },
  duration: { label: 'Duration', tell: (minutes) => (minutes === null ? 'None' : formatDuration(minutes)) },
  deadline: {
    label: 'Deadline',
    tell: dayText,
    alone: (day, { today }) => `due ${shortDay(day, today)}`,
  },
  parentId: {
    label: 'Parent',
    tell: (id, { task }) => (id === null ? 'None' : task(id)),
    alone: (id, { task }) => `below ${task(id)}`,
  },
  sectionId: { label: 'Section', tell: (id, { named }) => (id === null ? 'None' : named('section', id)) },
  place: { label: 'Place', tell: () => 'Moved' },
  dayPlace: { label: 'Place in its day', tell: () => 'Moved' },
  repeat: {
    label: 'Repeats',
    tell: (rule) => rule ?? 'No',
    alone: ruleText,
    none: 'no repeat',
  },
  repeatFrom: { label: 'Repeats from', tell: (from) => from },
  repeatStart: { label: 'Repeats since', tell: (due) => due ?? 'None' },
  repeatDue: { label: 'Due by its rule', tell: (due) => due ?? 'None' },
};

export const taskWords: TableWords<'task'> = {
  operations: {
    add: {
      done: 'task added',
      told: 'added # to @',
      remedies: { needs: 'nothing', into: ({ collectionId }) => collectionId },
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
      told: 'changed #',
      remedies: { needs: 'live', into: ({ changes }) => changes.collectionId },
      describe: ({ id, changes }, names) => ({
        title: `Edit task ${names.task(id)}`,
        details: describeFields(FIELDS, changes, names),
      }),
    },
    label: {
      done: 'labels changed',
      told: 'changed the labels of #',
      remedies: { needs: 'live' },
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
      told: 'completed #',
      remedies: { needs: 'row', addsAgain: true },
      describe: ({ id }, { task }) => ({ title: `Complete task ${task(id)}`, details: [] }),
    },
    advance: {
      done: 'task completed',
      many: 'tasks completed',
      told: 'completed one time of #',
      remedies: { needs: 'nothing' },
      describe: ({ id, occurrenceId }, { task }) => ({
        title: `${typeof occurrenceId === 'string' ? 'Complete' : 'Skip'} one time of task ${task(id)}`,
        details: [],
      }),
    },
    turn: {
      done: 'task changed',
      told: 'took back one time of #',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { task }) => ({ title: `Take back one time of task ${task(id)}`, details: [] }),
    },
    reopen: {
      done: 'task reopened',
      told: 'reopened #',
      remedies: {
        needs: 'live',
        into: ({ collectionId }, { isThere, isOpen }) => (isThere && isOpen ? undefined : collectionId),
        takesBack: 'task.complete',
      },
      describe: ({ id, collectionId }, names) => ({
        title: `Reopen task ${names.task(id)}`,
        details: describeFields(FIELDS, { collectionId }, names),
      }),
    },
    delete: {
      done: 'task deleted',
      many: 'tasks deleted',
      told: 'deleted #',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { task }) => ({ title: `Delete task ${task(id)}`, details: [] }),
    },
    restore: {
      done: 'task restored',
      told: 'restored #',
      remedies: {
        needs: 'row',
        into: ({ collectionId }, { isThere }) => (isThere ? undefined : collectionId),
        addsAgain: true,
      },
      describe: ({ id, collectionId }, names) => ({
        title: `Restore task ${names.task(id)}`,
        details: describeFields(FIELDS, { collectionId }, names),
      }),
    },
    purge: {
      done: 'task deleted for good',
      told: 'deleted # for good',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { task }) => ({ title: `Delete task ${task(id)} for good`, details: [] }),
    },
  },
  columns: {
    ...FIELDS,
    place: null,
    dayPlace: null,
    repeatFrom: null,
    repeatStart: null,
    repeatDue: null,
    labels: { label: 'Labels', tell: (labels, { named }) => labelNames(labels, named) },
  },
  toTop: 'make it a task of its own',
  toldChange,
  changeText: moveOrSkipText,
};

function labelDetail(id: string, label: string, set: string, { named }: Names) {
  return set === '' ? [] : [{ id, label, value: labelNames(set, named) }];
}

function labelNames(set: string, named: Names['named']): string {
  return idsIn(set)
    .map((of) => named('label', of))
    .join(', ');
}

function ruleText(text: string, { today }: HistoryNames): string {
  const parsed = parseRule(text);
  if (parsed?.kind !== 'rule') return 'an imported rule';
  const start = { date: today, time: null };
  return repeatInWords({ ...parsed.rule, clamp: false }, start, interfaceLocale());
}

/** The columns of changes that have words of their own, when nothing else changed. */
const TOLD: readonly (readonly [columns: readonly (keyof Rows['task'])[], words: string])[] = [
  [['name'], 'renamed #'],
  [['description'], 'changed the notes of #'],
  [['priority'], 'changed the priority of #'],
  [['deadline'], 'changed the deadline of #'],
  [['duration'], 'changed the duration of #'],
  [['labels'], 'changed the labels of #'],
  [['date', 'time', 'zone', 'dayPlace', 'repeatStart', 'repeatDue'], 'moved #'],
  [['collectionId', 'sectionId', 'parentId', 'place', 'completedAt', 'doneIn'], 'moved #'],
  [['repeat', 'repeatFrom', 'repeatStart', 'repeatDue'], 'changed the repeat of #'],
];

function toldChange(
  action: string,
  after: Partial<Rows['task']>,
  others: readonly RowHistory[],
): string | null {
  if (action === 'advance')
    return others.some((row) => 'completedAt' in row.after || 'deletedAt' in row.after)
      ? null
      : 'skipped a time of #';
  if (action !== 'edit') return null;
  const changed = Object.keys(after) as (keyof Rows['task'])[];
  return TOLD.find(([columns]) => changed.every((name) => columns.includes(name)))?.[1] ?? null;
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
