import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/calendar-day.ts';
import { indexNames, NO_NAMES } from './name-index.ts';
import { parseQuickAdd } from './parse.ts';
import { readDay, readDue, readRepeat } from './read.ts';
import type { QuickAddContext } from './types.ts';

const CONTEXT: QuickAddContext = {
  now: { date: parseCalendarDay('2026-03-11')!, minute: 600 },
  zone: 'Europe/Berlin',
  weekStart: 0,
  order: 'mdy',
  language: 'en',
  style: 'todoist',
  collections: indexNames(['Home', 'Garden club']),
  labels: indexNames(['waiting']),
  sections: new Map(),
  collection: null,
  refusals: NO_NAMES,
};

test('[Q1] a line gives its name, and its parts with their places in the text', () => {
  const text = 'Plant the roses tomorrow #garden club @waiting p2';

  const { name, parts } = parseQuickAdd(text, CONTEXT);

  expect(name).toBe('Plant the roses');
  expect(parts.map(({ kind, value, from, to }) => [kind, value, text.slice(from, to)])).toEqual([
    ['date', '2026-03-12', 'tomorrow'],
    ['collection', 'Garden club', '#garden club'],
    ['label', 'waiting', '@waiting'],
    ['priority', 2, 'p2'],
  ]);
});

test('[Q1] a sign with a name that does not exist is text, and said to be unknown', () => {
  const { name, parts, unknown } = parseQuickAdd('Fix #42 for @nobody', CONTEXT);

  expect({ name, parts }).toEqual({ name: 'Fix #42 for @nobody', parts: [] });
  expect(unknown).toEqual([{ kind: 'label', name: 'nobody', from: 12, to: 19 }]);
});

test('[Q6] a field for a day, a moment or a repeat takes the same language', () => {
  expect(readDay('tomorrow', CONTEXT)).toBe('2026-03-12');
  expect(readDue('2026-05-01', CONTEXT)).toEqual({ date: '2026-05-01', time: null });
  expect(readRepeat('every 3rd fri', CONTEXT)?.rule).toMatchObject({ freq: 'MONTHLY' });
  expect(readDay('tomorrow we see', CONTEXT)).toBeNull();
});
