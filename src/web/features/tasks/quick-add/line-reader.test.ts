import { expect, test } from 'vitest';
import { dismissalIdOf } from '#src/tables/dismissal/dismissal-id.ts';
import { addDays, calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { collection, sampleId } from '#src/sync/testing/samples.ts';
import { NO_DATE, NO_DETAILS, type TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { remindersIn } from '#src/web/features/tasks/draft/draft-reminders.ts';
import { LineReader } from './line-reader.ts';
import { NEW_LINE, type LineState, type NewName } from './reading.ts';
import type { LineSources } from './use-line-sources.ts';

const home = collection(1, { name: 'Home' });
const waiting = {
  id: sampleId('label', 1),
  name: 'waiting',
  color: '#FFCC33',
  createdAt: 1,
  deletedAt: null,
} as const;
const SOURCES: LineSources = {
  zone: 'Etc/UTC',
  weekStart: 0,
  order: 'mdy',
  language: 'en',
  style: 'todoist',
  clock: 24,
  locale: 'en-GB',
  collections: [{ collection: home, level: 0, aboveId: null, hasBelow: false }],
  labels: [waiting],
  sections: [],
  dismissals: [],
};
const tomorrow = addDays(calendarDayAt(Date.now()), 1);

const draft = (name: string, fields: Partial<TaskDraft> = {}): TaskDraft => ({
  name,
  description: '',
  notesBase: null,
  date: '2026-06-15',
  collectionId: '',
  labels: '',
  added: '',
  reminders: '',
  ...NO_DETAILS,
  ...fields,
});
const read = (name: string, state: Partial<LineState> = {}, sources: Partial<LineSources> = {}) =>
  new LineReader().read(draft(name), { ...SOURCES, ...sources }, { ...NEW_LINE, ...state });
const wordsOf = (name: string, state?: Partial<LineState>, sources?: Partial<LineSources>) =>
  read(name, state, sources).items.map(({ words }) => words);

test('[Q3] a line sets the fields of a task, each with its meaning in full, and its other words are the name', () => {
  const { name, items, changes } = read('Water the roses tomorrow #Home @waiting p2');
  expect(name).toBe('Water the roses');
  expect(items.map(({ words }) => words)).toEqual(['tomorrow', '#Home', '@waiting', 'p2']);
  expect(items.slice(1).map(({ meaning }) => meaning)).toEqual([
    'Collection Home',
    'Label waiting',
    'Priority 2',
  ]);
  expect(items[0]?.meaning).toMatch(/^\p{L}+,? \d+ \p{L}+/u);
  expect(changes).toEqual({
    date: tomorrow,
    collectionId: home.id,
    sectionId: null,
    parentId: null,
    labels: waiting.id,
    priority: 2,
  });
});

test('[Q3] a line does not change a field that was set by hand, and its words for that field are text', () => {
  const { name, items, changes } = read('Water tomorrow p2', { byHand: new Set(['date']) });
  expect({ name, changes }).toEqual({ name: 'Water tomorrow', changes: { priority: 2 } });
  expect(items.map(({ words }) => words)).toEqual(['p2']);
});

test('[Q3] words that are typed after a pick replace it, but a day that only follows from a time does not', () => {
  const picked = { picked: new Set(['date', 'priority'] as const) };
  expect(read('Water tomorrow p2', picked)).toMatchObject({
    name: 'Water',
    changes: { date: tomorrow, priority: 2 },
  });
  const timed = read('Water 9pm', picked);
  expect(timed.changes).toEqual({ time: '21:00' });
  expect(timed.items).toMatchObject([{ words: '9pm', meaning: '21:00' }]);
  expect(read('Water every day', picked).changes).not.toHaveProperty('date');
});

test('[Q2] a line adds reminders to those of the draft, with their meanings in full; dismissed words are text', () => {
  const kept = draft('Call Bob !30m !tomorrow 9am', { reminders: 'a -10\nb -30' });
  const all = new LineReader().read(kept, SOURCES, NEW_LINE);
  const remindAt = Date.parse(`${tomorrow}T09:00Z`);
  expect(all.name).toBe('Call Bob');
  expect(all.items.map(({ words }) => words)).toEqual(['!30m', '!tomorrow 9am']);
  expect(all.items[0]?.meaning).toBe('Reminder 30 minutes before');
  expect(all.items[1]?.meaning).toMatch(/^Reminder \p{L}+,? \d+ \p{L}+( \d+)?, 0?9:00$/u);
  expect(remindersIn(all.changes.reminders ?? '').map(({ when }) => when)).toEqual([
    { minutesBefore: 10 },
    { minutesBefore: 30 },
    { remindAt },
  ]);
  expect(read('Call Bob !30m').changes.reminders).toBe(read('Call Ann !30m').changes.reminders);
  expect(read('Call !0m').items[0]?.meaning).toBe('Reminder at the time');

  expect(read('Call Bob !30m', { kept: ['!30m'] })).toMatchObject({ name: 'Call Bob !30m', changes: {} });
});

test('[Q2] no date takes the day from a draft that has one, with the time and the repeat that hang on it', () => {
  const { name, items, changes } = read('Sort photos no date p2');
  expect(name).toBe('Sort photos');
  expect(items[0]).toMatchObject({ words: 'no date', meaning: 'No date' });
  expect(changes).toMatchObject({ date: NO_DATE, time: null, repeat: null, priority: 2 });
  expect(read('Sort photos no date', { byHand: new Set(['date']) }).changes).toEqual({});
});

test('[Q3] names that are created with a task are known to its line alone', () => {
  const created: NewName[] = [
    { kind: 'collection', id: sampleId('collection', 2), name: 'Cellar' },
    { kind: 'label', id: sampleId('label', 2), name: 'dry' },
    { kind: 'section', id: sampleId('section', 1), name: 'Walls', collectionId: sampleId('collection', 2) },
  ];
  const { changes, newCollection } = read('Paint #Cellar /Walls @dry', { created });
  expect(newCollection).toEqual(created[0]);
  expect(changes).toMatchObject({
    collectionId: sampleId('collection', 2),
    sectionId: sampleId('section', 1),
    labels: sampleId('label', 2),
    added: `${sampleId('label', 2)} dry\n${sampleId('section', 1)} Walls`,
  });
  expect(wordsOf('Paint #Cellar /Walls @dry')).toEqual([]);
});

test('a line that is too long for a name is not read, and keeps its words', () => {
  const long = `${'word '.repeat(300)}tomorrow`;
  expect(read(long)).toMatchObject({ name: long, items: [], changes: {} });
});

test('[Q4] dismissed words are text, in the language that they were dismissed in', () => {
  const kept = (language: string, wording: string) => ({
    dismissals: [{ id: dismissalIdOf(language, wording), wording, language, createdAt: 1, deletedAt: null }],
  });
  expect(wordsOf('Mop Tomorrow p1', {}, kept('en', 'tomorrow'))).toEqual(['p1']);
  expect(wordsOf('Mop Tomorrow p1', {}, kept('es', 'tomorrow'))).toEqual(['Tomorrow', 'p1']);
  expect(wordsOf('Mop Tomorrow p1', { kept: ['p1'] })).toEqual(['Tomorrow']);
});

test('[Q2] an hourly repeat that says no time begins now; a time that was said or set by hand stays', () => {
  const now = () => new Date().toISOString().slice(11, 16);
  const earliest = now();
  const { time = '' } = read('Drops every 8 hours').changes;
  // Midnight may pass meanwhile.
  const isNow = earliest <= now() ? earliest <= time! && time! <= now() : time !== null;
  expect(isNow).toBe(true);

  expect(read('Drops every 8 hours at 7am').changes.time).toBe('07:00');
  const byHand: Partial<LineState> = { byHand: new Set(['time']) };
  expect(read('Drops every 8 hours', byHand).changes).not.toHaveProperty('time');
  const timed = draft('Drops every 8 hours', { time: '06:00' as never });
  expect(new LineReader().read(timed, SOURCES, NEW_LINE).changes).not.toHaveProperty('time');
  expect(read('Drops every day').changes).not.toHaveProperty('time');
});
