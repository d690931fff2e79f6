import { expect, test } from 'vitest';
import { addDays, parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { isId, newId } from '#src/domain/id.ts';
import { occurrenceIdOf } from './occurrence-id.ts';

const FIRST = parseCalendarDay('2026-06-15') as CalendarDay;

test('[R3] the id of an occurrence follows from its task and its due time, and never changes', () => {
  const taskId = '01a20bad-372d-74fb-9b3c-e33a977a6f4a';
  expect(occurrenceIdOf(taskId, '2026-06-15')).toBe('01a20bad-372d-74fb-95ab-8cd77a80d2c7');
  expect(occurrenceIdOf(taskId, '2026-06-15T09:00')).toBe('01a20bad-372d-74fb-9d9f-fbff122e0c01');
  expect(isId(occurrenceIdOf(newId(), FIRST))).toBe(true);
});

test('[R3] no two occurrences have the same id, for tasks with random or with consecutive ids', () => {
  const counted = Array.from(
    { length: 500 },
    (_, n) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
  );
  const taskIds = [...counted, ...Array.from({ length: 500 }, newId)];
  const ids = new Set<string>(taskIds);
  for (const taskId of taskIds)
    for (let day = 0; day < 500; day++) ids.add(occurrenceIdOf(taskId, addDays(FIRST, day)));
  expect(ids.size).toBe(taskIds.length * 501);
});
