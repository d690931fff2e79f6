import { expect, test } from 'vitest';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { NO_DETAILS, type TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { LineReader } from './line-reader.ts';
import { linesOf } from './lines.ts';
import { planLines } from './plan-lines.ts';

const SOURCES = {
  zone: 'Etc/UTC',
  weekStart: 0,
  order: 'mdy',
  language: 'en',
  style: 'todoist',
  clock: 24,
  locale: 'en-GB',
  collections: [],
  labels: [],
  sections: [],
  dismissals: [],
} as const;
const base: TaskDraft = {
  name: '',
  description: '',
  notesBase: null,
  date: calendarDayAt(Date.now()),
  collectionId: newId(),
  labels: '',
  added: '',
  reminders: `${newId()} -10`,
  ...NO_DETAILS,
};

function planned(text: string) {
  const reader = new LineReader();
  const tasks = planLines(linesOf(text), base, (draft, state) => reader.read(draft, SOURCES, state), 7);
  return [...tasks].map((operations) => operations.map(({ name, args }) => ({ name, ...args })));
}

test('[Q5] each line gets its own reminders and those of the form, an indented line only its own', () => {
  const tasks = planned('Cake !30m\n  Flour !30m\nTea\nTea');
  const minutes = tasks.map((operations) =>
    operations.flatMap((each) => ('minutesBefore' in each ? [each.minutesBefore] : [])),
  );
  expect(minutes).toEqual([[10, 30], [30], [10], [10]]);
  expect(tasks.map(([task]) => task && 'name' in task && task.name)).toHaveLength(4);
  // Each reminder is a row of its own.
  const ids = tasks.flat().map((each) => 'id' in each && each.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('[Q5] an indented line is a sub-task of the line above it, in the same collection', () => {
  const [cake, flour, tea] = planned('Cake p1\n  Flour p2\nTea').map(([task]) => task);
  expect(cake).toMatchObject({ priority: 1, at: 7 });
  expect(flour).toMatchObject({ priority: 2, parentId: cake && 'id' in cake && cake.id, at: 8 });
  expect(tea).not.toHaveProperty('parentId');
});
