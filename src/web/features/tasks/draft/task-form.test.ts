import { expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import type { Draft } from '#src/web/feedback/drafts.ts';
import { REJECTIONS } from '#src/domain/errors.ts';
import { changesBeside, changesOf, checkTask, NO_DETAILS, readDay, readDraft, toTask } from './task-form.ts';

const isLive = (id: string) => id === 'home';
const valid = {
  name: 'Buy milk',
  description: '',
  notesBase: null,
  date: '2026-11-25',
  collectionId: 'home',
  labels: '',
  added: '',
  reminders: '',
  ...NO_DETAILS,
} as const;
const fields = toTask(valid);

test('[T7] notes with lines that changed elsewhere too are in conflict, and typed notes keep their base in a draft', () => {
  const wrong = (notesBase: string | null, notes: string) =>
    checkTask({ ...valid, description: 'mine', notesBase }, isLive, notes).description;
  expect(wrong('base', 'theirs')).toBe(REJECTIONS.NOTES_CONFLICT);
  expect(wrong('base', 'base\nmore')).toBeNull();
  expect(wrong(null, 'theirs')).toBeNull();
  expect(readDraft({ description: 'mine', notesBase: '' })).toEqual({ description: 'mine', notesBase: '' });
});

test('an empty form says what each field needs; the description is optional', () => {
  const empty = { ...valid, name: '', description: '', date: '', collectionId: '' };
  expect(checkTask(empty, isLive)).toMatchObject({
    name: 'Please enter a Task Name',
    description: null,
    date: 'Please enter a Date',
    collectionId: 'Please select a Collection',
    priority: null,
  });
});

test('a filled form has no errors', () => {
  expect(Object.values(checkTask(valid, isLive))).toEqual(Object.keys(valid).map(() => null));
});

test.each([' ', '\t\n', '\u00a0', '\0'])('a blank name %j and a blank date are rejected', (blank) => {
  expect(checkTask({ ...valid, name: blank }, isLive).name).toBe('Please enter a Task Name');
  expect(checkTask({ ...valid, date: ' ' }, isLive).date).toBe('Please enter a Date');
});

test('a collection that was deleted meanwhile must be replaced', () => {
  expect(checkTask({ ...valid, collectionId: 'gone' }, isLive).collectionId).toBe(
    'Please select a Collection',
  );
});

test('text over the limits is rejected, blanks around a name do not count', () => {
  expect(checkTask({ ...valid, name: ` ${'x'.repeat(500)} ` }, isLive).name).toBeNull();
  expect(checkTask({ ...valid, name: 'x'.repeat(501) }, isLive).name).toContain('500');
  expect(checkTask({ ...valid, description: 'x'.repeat(16_385) }, isLive).description).toContain('16');
});

test.each([
  ['2026-11-25', '2026-11-25'],
  [' 2026-11-25 ', '2026-11-25'],
  ['20261125', '2026-11-25'],
  ['2026/1/5', '2026-01-05'],
  ['2026.01.05', '2026-01-05'],
  ['2026 1 5', '2026-01-05'],
  ['2028-02-29', '2028-02-29'],
  ['0001-01-01', '0001-01-01'],
  ['9999-12-31', '9999-12-31'],
  ['2026-02-29', null],
  ['2026-13-01', null],
  ['0000-01-01', null],
  ['25.11.2026', null],
  ['2026-11', null],
  ['tomorrow', null],
  ['', null],
])('the typed day %j is read as %j', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test('an impossible day gets an error that names the format', () => {
  expect(checkTask({ ...valid, date: '2026-02-30' }, isLive).date).toBe('Please enter a Date as YYYY-MM-DD');
});

test('a name is trimmed, a description is kept as typed', () => {
  expect(toTask({ ...valid, name: '  Buy milk ', description: '  two\n\nlines \0' })).toEqual({
    ...NO_DETAILS,
    name: 'Buy milk',
    date: '2026-11-25',
    collectionId: 'home',
    description: '  two\n\nlines ',
  });
});

test('an edit names only the fields it changes', () => {
  expect(changesOf(fields, fields)).toEqual({});
  expect(changesOf(fields, { ...fields, name: 'Buy oat milk' })).toEqual({ name: 'Buy oat milk' });
  expect(
    changesOf(fields, { ...fields, name: 'a', description: 'b', collectionId: 'work', priority: 1 }),
  ).toEqual({
    name: 'a',
    description: 'b',
    collectionId: 'work',
    priority: 1,
  });
});

test('a draft keeps a valid priority and drops any other', () => {
  const typed = (priority: unknown) => readDraft({ name: 'Milk', priority: priority as string });
  expect([typed(2), typed(7), typed('high'), readDraft({ name: 'Milk' })]).toEqual([
    { name: 'Milk', priority: 2 },
    { name: 'Milk' },
    { name: 'Milk' },
    { name: 'Milk' },
  ]);
});

test('[T1] a draft keeps valid details and drops the others', () => {
  const [label, section] = [newId(), newId()];
  const right = { time: '09:30', duration: 45, deadline: '2026-12-01', sectionId: section, labels: label };
  expect(readDraft(right as unknown as Draft)).toEqual(right);
  const wrong = { time: '25:00', duration: 0, deadline: 'No date', sectionId: 7, labels: 'x y' };
  expect(readDraft(wrong as unknown as Draft)).toEqual({});
});

test('[T2] “No date” is a valid date, in upper or lower case', () => {
  expect(checkTask({ ...valid, date: ' no DATE ' }, isLive).date).toBeNull();
  expect(toTask({ ...valid, date: 'no date' }).date).toBeNull();
});

test.each(['No date', 'no date'])(
  '[T2] with the date, %j takes the time, the zone and the repeat out of a draft',
  (date) => {
    expect(changesBeside({ date })).toEqual({
      time: null,
      zone: null,
      repeat: null,
      repeatFrom: 'date',
      repeatStart: null,
      repeatDue: null,
    });
    for (const other of [{ date: '2026-11-25' }, { date: 'no d' }, { duration: 30 }])
      expect(changesBeside(other)).toEqual({});
  },
);
