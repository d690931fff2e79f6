import { expect, test } from 'vitest';
import { fieldsOf, planned, reasonsOf } from '#src/file/testing/reading.ts';

const card = (id: string, fields: object) => ({
  id,
  name: `Card ${id}`,
  idList: 'l1',
  pos: 9,
  idLabels: [],
  ...fields,
});
const BOARD = JSON.stringify({
  id: 'b',
  name: 'Board',
  desc: 'of it',
  lists: [
    { id: 'l2', name: 'Done', pos: 2 },
    { id: 'l1', name: 'To do', pos: 1 },
    { id: 'l3', name: 'Old', pos: 0, closed: true },
  ],
  labels: [
    { id: 'x', name: 'out' },
    { id: 'y', name: '', color: 'red' },
  ],
  cards: [
    card('2', { pos: 2, due: '2026-12-04T17:00:00.000Z', dueReminder: 60 }),
    card('1', {
      pos: 'top',
      desc: 'Deep',
      idLabels: ['x', 'y'],
      start: '2026-12-01T08:00:00.000Z',
      due: '2026-12-15T17:00:00.000Z',
      dueReminder: 1_440,
      idMembers: ['m'],
      attachments: [{ name: 'Guide', url: 'https://example.net/g', isUpload: false }],
    }),
    card('3', { idList: 'l2', due: '2026-11-01T10:00:00.000Z', dueComplete: true }),
    card('4', { closed: true, dateLastActivity: '2026-11-20T10:11:12.000Z' }),
    card('5', { idList: 'l3' }),
  ],
  checklists: [
    {
      id: 'k',
      idCard: '1',
      checkItems: [
        { id: 'b', name: 'spade', state: 'incomplete', pos: 2 },
        { id: 'a', name: 'gloves', state: 'complete', pos: 1 },
      ],
    },
  ],
  actions: [
    { type: 'commentCard', data: { text: 'Second', card: { id: '1' } }, date: '2026-11-20T10:00:00.000Z' },
    { type: 'commentCard', data: { text: 'First', card: { id: '1' } }, date: '2026-11-19T10:00:00.000Z' },
    { type: 'updateCard', data: { card: { id: '3', dueComplete: true } }, date: '2026-11-02T09:00:00.000Z' },
  ],
});

test('[I3] a board comes with its lists, steps, comments and archive', () => {
  const { format, collections, sections, tasks } = planned('board.json', BOARD);
  expect(format).toBe('trello');
  expect(collections).toMatchObject([{ name: 'Board', layout: 'board' }]);
  expect(sections.map(({ name }) => name)).toEqual(['To do', 'Done']);
  expect(fieldsOf(tasks)).toEqual([
    { name: 'Notes: Board', description: 'of it' },
    {
      name: 'Card 1',
      description: 'Deep\n\n[Guide](https://example.net/g)\n\nFirst\n\nSecond',
      section: 'To do',
      date: '2026-12-01',
      time: '09:00',
      deadline: '2026-12-15',
      labels: ['out', 'red'],
    },
    { name: 'spade', parent: 'Card 1' },
    {
      name: 'Card 2',
      section: 'To do',
      date: '2026-12-04',
      time: '18:00',
      reminders: [{ minutesBefore: 60 }],
    },
    { name: 'Card 5', done: true, completedAt: '2026-11-26T08:00:00.000Z' },
    { name: 'gloves', parent: 'Card 1', done: true, completedAt: '2026-11-26T08:00:00.000Z' },
    { name: 'Card 4', section: 'To do', done: true, completedAt: '2026-11-20T10:11:12.000Z' },
    {
      name: 'Card 3',
      section: 'Done',
      done: true,
      completedAt: '2026-11-02T09:00:00.000Z',
    },
  ]);
});

test('[I2] losses are told', () => {
  expect(reasonsOf(planned('board.json', BOARD).told)).toEqual([
    ['b', 'Notes: Board', 'PROJECT_NOTES'],
    ['5', 'Card 5', 'ARCHIVED_IS_COMPLETED'],
    ['1', 'Card 1', 'ASSIGNEE', 'm'],
    ['1', 'Card 1', 'REMINDER_LEFT_OUT', '1440 min'],
    ['4', 'Card 4', 'ARCHIVED_IS_COMPLETED'],
    ['3', 'Card 3', 'DATE_LEFT_OUT', '2026-11-01 11:00'],
    ['5', 'Card 5', 'NO_COMPLETION_TIME'],
    ['1, item a', 'gloves', 'NO_COMPLETION_TIME'],
  ]);
});

test.each([
  [999, []],
  [1_000, [['OLDEST_MISSING']]],
])('[I2] a board with %i actions tells whether older ones are missing', (count, told) => {
  const actions = Array.from({ length: count }, () => ({ type: 'updateCard', data: {} }));
  const board = {
    id: 'b',
    name: 'Board',
    lists: [{ id: 'l1', name: 'To do' }],
    cards: [card('1', {})],
    actions,
  };
  expect(reasonsOf(planned('board.json', JSON.stringify(board)).told)).toEqual(told);
});

test('[I2] steps and custom fields of a card tell what they lose', () => {
  const board = {
    id: 'b',
    name: 'Board',
    lists: [{ id: 'l1', name: 'To do' }],
    cards: [card('1', { customFieldItems: [{ id: 'f' }] })],
    checklists: [
      { idCard: '1', name: 'Checklist', checkItems: [{ id: 'a', name: 'Dig', idMember: 'kim', pos: 1 }] },
      {
        idCard: '1',
        name: 'Tools',
        checkItems: [{ id: 'b', name: 'Buy', state: 'complete', due: '2026-11-20T11:00:00.000Z', pos: 1 }],
      },
    ],
  };
  expect(reasonsOf(planned('board.json', JSON.stringify(board)).told)).toEqual([
    ['1', 'Card 1', 'FIELD_LEFT_OUT', 'custom fields'],
    ['1, item a', 'Dig', 'ASSIGNEE', 'kim'],
    ['1', 'Card 1', 'FIELD_LEFT_OUT', 'Tools'],
    ['1, item b', 'Buy', 'DATE_LEFT_OUT', '2026-11-20 12:00'],
    ['1, item b', 'Buy', 'NO_COMPLETION_TIME'],
  ]);
});

test('open steps of an archived card are completed with it', () => {
  const file = JSON.stringify({
    name: 'Board',
    lists: [{ id: 'l', name: 'To do' }],
    cards: [{ id: '1', idList: 'l', name: 'Old', closed: true }],
    checklists: [{ idCard: '1', checkItems: [{ id: 'a', name: 'Dig', state: 'incomplete' }] }],
    actions: [],
  });
  const { tasks, counts, told } = planned('board.json', file);
  expect(tasks).toMatchObject([{ name: 'Old' }, { name: 'Dig', parent: 'Old' }]);
  expect([counts.tasks, counts.completedTasks]).toEqual([0, 2]);
  expect(reasonsOf(told)).toEqual([
    ['1', 'Old', 'ARCHIVED_IS_COMPLETED'],
    ['1', 'Old', 'NO_COMPLETION_TIME'],
  ]);
});
