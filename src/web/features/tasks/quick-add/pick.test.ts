import { expect, test } from 'vitest';
import SUITE from '#src/domain/quick-add/quick-add-suite.json' with { type: 'json' };
import { addDays, calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { collection, sampleId } from '#src/sync/testing/samples.ts';
import { NO_DETAILS, type TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { remindersIn } from '#src/web/features/tasks/draft/draft-reminders.ts';
import { LineReader } from './line-reader.ts';
import { pickFields } from './pick.ts';
import { NEW_LINE, type LineState } from './reading.ts';
import type { LineSources } from './use-line-sources.ts';

const [home, work] = [collection(1, { name: 'Home' }), collection(2, { name: 'Work' })];
const [waiting, dry] = ['waiting', 'dry'].map((name, place) => ({
  id: sampleId('label', place + 1),
  name,
  color: '#FFCC33' as const,
  createdAt: 1,
  deletedAt: null,
})) as [LineSources['labels'][number], LineSources['labels'][number]];
const kitchen = {
  id: sampleId('section', 1),
  collectionId: home.id,
  name: 'Kitchen',
  place: 'a',
  createdAt: 1,
  deletedAt: null,
} as unknown as LineSources['sections'][number];
const SOURCES: LineSources = {
  zone: 'Etc/UTC',
  weekStart: 0,
  order: 'mdy',
  language: 'en',
  style: 'todoist',
  clock: 24,
  locale: 'en-GB',
  collections: [home, work].map((each) => ({ collection: each, level: 0, aboveId: null, hasBelow: false })),
  labels: [waiting, dry],
  sections: [kitchen],
  dismissals: [],
};
const today = calendarDayAt(Date.now());
const [tomorrow, nextWeek] = [addDays(today, 1), addDays(today, 7)];

const draftOf = (name: string): TaskDraft => ({
  name,
  description: '',
  notesBase: null,
  date: today,
  collectionId: home.id,
  labels: '',
  added: '',
  reminders: '',
  ...NO_DETAILS,
});

/** The form after a pick, and the words of its line that are still understood. */
function pick(name: string, changes: Partial<TaskDraft>, given: Partial<LineState> = {}) {
  const reader = new LineReader();
  const draft = draftOf(name);
  const state = { ...NEW_LINE, ...given };
  const shown = { ...draft, ...reader.read(draft, SOURCES, state).changes };
  const { fields, text } = pickFields(reader, draft, changes, SOURCES, state);
  const form = { ...draft, ...fields };
  const { reading: after, parts } = reader.readParts(form, SOURCES, {
    ...state,
    picked: new Set(Object.keys(fields) as (keyof TaskDraft)[]),
    kept: [...state.kept, ...text],
  });
  const result = { ...form, ...after.changes };
  // The other fields of the form are as before.
  // A day that is still said counts by itself once the repeat is gone.
  const saysDay = parts.some(({ kind }) => kind === 'date');
  const others = (fields: TaskDraft) => ({ ...fields, ...(saysDay && { date: '' }), name: '', ...changes });
  expect(others(result)).toEqual(others(shown));
  return { line: form.name, name: after.name, words: after.items.map(({ words }) => words), result };
}

test('[Q3] a picked day replaces the typed day, and the typed words leave the line', () => {
  expect(pick('Call mum tomorrow', { date: nextWeek })).toMatchObject({
    line: 'Call mum',
    name: 'Call mum',
    words: [],
    result: { date: nextWeek },
  });
});

test('[Q3] words for other fields stay in the line', () => {
  expect(pick('Call mum tomorrow 9pm p2 #Home', { date: nextWeek })).toMatchObject({
    line: 'Call mum 9pm p2 #Home',
    name: 'Call mum',
    words: ['9pm', 'p2', '#Home'],
    result: { date: nextWeek, time: '21:00', priority: 2, collectionId: home.id },
  });
});

test.for<[string, Partial<TaskDraft>, string]>([
  ['Call mum at 9pm', { time: '10:00' as TaskDraft['time'] }, 'Call mum'],
  ['Call mum at 9pm', { time: null, zone: null, duration: null }, 'Call mum'],
  ['Call mum for 30 min', { duration: 45 }, 'Call mum'],
  ['Call mum every friday', { repeat: 'FREQ=DAILY' }, 'Call mum'],
  ['Call mum every friday', { repeat: null }, 'Call mum'],
  ['Call mum every 3 days', { repeatFrom: 'completion' }, 'Call mum'],
  ['Call mum #Home', { collectionId: work.id }, 'Call mum'],
  ['Call mum #Home/Kitchen', { sectionId: null }, 'Call mum #Home'],
  ['Call mum #Home/Kitchen', { collectionId: work.id, sectionId: null }, 'Call mum'],
  ['Call mum p1', { priority: 3 }, 'Call mum'],
  ['Call mum @waiting', { labels: '' }, 'Call mum'],
  ['Call mum @waiting @dry', { labels: dry.id }, 'Call mum @dry'],
  ['Call mum by friday', { deadline: null }, 'Call mum'],
  ['Call mum !30m', { reminders: 'a -10' }, 'Call mum'],
])('[Q3] from the line %j, the pick %j removes the words that it replaces', ([typed, changes, line]) => {
  expect(pick(typed, changes)).toMatchObject({ line, result: changes });
});

test('[Q3] a label or a reminder that is picked in addition leaves the typed one in the line', () => {
  const both = [waiting.id, dry.id].toSorted().join(' ');
  expect(pick('Call mum @waiting', { labels: both })).toMatchObject({ line: 'Call mum @waiting' });
  const { line, result } = pick('Call mum !30m', { reminders: 'said-30 -30\na -10' });
  expect(line).toBe('Call mum !30m');
  expect(remindersIn(result.reminders)).toHaveLength(2);
});

test('[Q3] words with two meanings leave the line when one is picked, and the other stays set', () => {
  expect(pick('Cook tonight', { date: nextWeek })).toMatchObject({
    line: 'Cook',
    words: [],
    result: { date: nextWeek, time: '20:00' },
  });
  expect(pick('Meet Ben 10-11am', { time: '12:00' as TaskDraft['time'] })).toMatchObject({
    line: 'Meet Ben',
    result: { time: '12:00', duration: 60 },
  });
});

test('[Q3] the day of a repeat stays set when the words for the repeat leave', () => {
  const { line, result } = pick('Call mum every day starting tomorrow', { repeat: null });
  expect(line).toBe('Call mum');
  expect(result.date).toBe(tomorrow);
});

test('[Q3] words that lose their meaning without the removed words leave too, and their fields stay set', () => {
  const { name, line, result } = pick('Meet Ben p1 at 5', { priority: 2 });
  expect(result).toMatchObject({ priority: 2, time: '17:00' });
  expect([name, line]).toEqual(['Meet Ben', expect.not.stringContaining('p1')]);
});

test('[Q3] text stays text when the words beside it leave', () => {
  expect(pick('Discuss friday plans tomorrow', { date: nextWeek })).toMatchObject({
    name: 'Discuss friday plans',
    words: [],
    result: { date: nextWeek },
  });
  expect(pick('Plan friday tomorrow', { date: nextWeek })).toMatchObject({
    name: 'Plan friday',
    words: [],
    result: { date: nextWeek },
  });
});

test('[Q3] words that were kept as text, or that are the whole name, stay in the line', () => {
  expect(pick('Read Tomorrow', { date: nextWeek }, { kept: ['tomorrow'] })).toMatchObject({
    line: 'Read Tomorrow',
    name: 'Read Tomorrow',
  });
  expect(pick('tomorrow', { date: nextWeek })).toMatchObject({ line: 'tomorrow', name: 'tomorrow' });
});

test('[Q3] a new collection is created even when its words have left the line', () => {
  const cellar = { kind: 'collection', id: newId(), name: 'Cellar' } as const;
  const { fields } = pickFields(new LineReader(), draftOf('Paint #Cellar'), { date: nextWeek }, SOURCES, {
    ...NEW_LINE,
    created: [cellar],
  });
  const draft = { ...draftOf('Paint'), ...fields, name: 'Paint', collectionId: cellar.id };
  expect(new LineReader().read(draft, SOURCES, { ...NEW_LINE, created: [cellar] }).newCollection).toBe(
    cellar,
  );
});

test('[Q3] in 600 lines, no pick drops a word that was text, or changes another field', () => {
  const lines = [...new Set(SUITE.cases.map(({ input }) => input))];
  const picks: Partial<TaskDraft>[] = [
    { date: '2031-05-05' },
    { time: '03:07' as TaskDraft['time'] },
    { repeat: 'FREQ=YEARLY', repeatFrom: 'completion' },
    { collectionId: work.id, sectionId: null, parentId: null },
    { priority: 3 },
    { labels: '' },
    { deadline: '2031-05-06' as TaskDraft['deadline'] },
    { reminders: '' },
  ];
  for (const input of lines) {
    const before = new LineReader().read(draftOf(input), SOURCES, NEW_LINE);
    for (const changes of picks.filter((each) => Object.keys(each).some((name) => name in before.changes))) {
      const { name, result } = pick(input, changes);
      const picked = Object.fromEntries(
        Object.keys(changes).map((key) => [key, result[key as keyof TaskDraft]]),
      );
      expect({ input, picked, name }).toEqual({ input, picked: changes, name: before.name });
    }
  }
});
