import type { TaskLists } from '#src/reading/lists/task-lists.ts';
import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { viewSettingOf } from '#src/reading/lists/view-setting.ts';
import type { View } from '#src/sync/client/state/view.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import {
  exported,
  home,
  NOTHING,
  NOW,
  plan,
  rowsOf,
  run,
  viewAfter,
  walk,
} from '#src/file/testing/import-harness.ts';
import type { Note } from './import-plan.ts';
import { planImport } from './plan-import.ts';
import { exportOf } from './export.ts';
import { existingRowsOf } from './existing-rows.ts';

function reasons({ notes }: { readonly notes: readonly Note[] }) {
  return notes.map(({ list, place, reason }) => [list, place, reason]);
}

test('entries in the form of the specification, without places and times, keep their order', () => {
  const view = viewAfter([]);
  const tasks = [3, 1, 2].map((n) => ({ ...walk, id: sampleId('task', n), name: `Task ${n}` }));
  const collections = [2, 1].map((n) => ({ ...home, id: sampleId('collection', n), name: `C${n}` }));
  run(plan({ collections, tasks }, view).operations, view);
  expect(view.lists.collections.all().map(({ name }) => name)).toEqual(['C2', 'C1']);
  expect(view.lists.days.today().map((id) => view.get('task', id)?.name)).toEqual([
    'Task 3',
    'Task 1',
    'Task 2',
  ]);
});

test('foreign ids become the same new ids each time, and other ids for another user', () => {
  const file = {
    collections: [{ ...home, id: '-NabcCollection' }],
    tasks: [{ ...walk, id: 7, collectionId: '-NabcCollection' }],
    completedTasks: [{ ...walk, id: '-Nabc', collectionId: '-NabcCollection' }],
    settings: [],
    dismissals: [],
  };
  const view = viewAfter([]);
  run(plan(file, view).operations, view);
  const [id] = view.lists.days.today();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(exportOf(rowsOf(view))).toMatchObject({
    collections: [{ name: 'Home' }],
    tasks: [{ id, name: 'Walk', collection: 'Home' }],
    completedTasks: [{ name: 'Walk', collection: 'Home' }],
  });
  expect(plan(file, view).operations).toEqual([]);
  const eve = { ...rowsOf(viewAfter([])), userId: 'eve' };
  expect(planImport({ ...NOTHING, ...file }, existingRowsOf(eve), NOW).operations[0]?.args.id).not.toBe(
    view.lists.collections.all()[0]?.id,
  );
});

test('deleted rows come back as in the file, and no other rows with them', () => {
  const file = { collections: [home], tasks: [walk] };
  const other = task(2, { name: 'Not in the file' });
  const view = viewAfter([
    addCollection(1, collection(1, { name: 'Home' })),
    addTask(2, task(1, { name: 'Walk' })),
    addTask(3, other),
    mutation(4, 'collection.delete', { id: home.id, at: 5 }),
  ]);
  const { operations, added } = plan(file, view);
  run(operations, view);
  expect(added).toMatchObject({ collections: 1, tasks: 1, completedTasks: 0 });
  expect(view.lists.days.today().map((id) => view.get('task', id)?.name)).toEqual(['Walk']);
  expect(plan(file, view).operations).toEqual([]);
});

test('an existing collection of the same name gets the tasks of the other', () => {
  const view = viewAfter([addCollection(1, collection(9, { name: 'Home' }))]);
  const made = plan({ collections: [home], tasks: [walk] }, view);
  run(made.operations, view);
  expect(reasons(made)).toEqual([['collections', 1, 'MERGED']]);
  expect(view.lists.inCollection(sampleId('collection', 9))).toEqual([walk.id]);
});

test('an active task finds its collection by name too; a completed one restores the name of a deleted collection', () => {
  const view = viewAfter([addCollection(1, collection(9, { name: 'Home' }))]);
  const gone = { ...walk, collection: 'Gone', collectionId: sampleId('collection', 5) };
  const made = plan(
    {
      tasks: [
        { ...walk, collectionId: undefined },
        { ...gone, id: sampleId('task', 2) },
      ],
      completedTasks: [{ ...gone, id: sampleId('task', 3) }],
    },
    view,
  );
  run(made.operations, view);
  expect(reasons(made)).toEqual([['tasks', 2, 'NO_COLLECTION']]);
  expect(view.lists.inCollection(sampleId('collection', 9))).toEqual([walk.id]);
  expect(view.lists.collections.all()).toHaveLength(1);
  expect(exported(view).completedTasks).toEqual([expect.objectContaining({ collection: 'Gone' })]);
});

test('each entry that cannot be added is noted', () => {
  const view = viewAfter([]);
  const entries = (list: readonly object[]) =>
    list.map((fields, n) => ({ ...walk, id: sampleId('task', n + 10), ...fields }));
  const made = plan(
    {
      collections: [
        home,
        home,
        { ...home, id: 'x', name: ' ' },
        { ...home, id: 'y', name: 'é'.repeat(121) },
        'what?',
      ],
      tasks: [
        ...entries([
          { name: '' },
          { name: 'x'.repeat(501) },
          { description: 'x'.repeat(16_385) },
          { date: '2026-02-30' },
          { date: '' },
          { id: undefined },
          { collectionId: 'unknown', collection: 'unknown' },
        ]),
        walk,
      ],
      completedTasks: [walk],
    },
    view,
  );
  expect(reasons(made)).toEqual([
    ['collections', 2, 'TWICE'],
    ['collections', 3, 'NO_NAME'],
    ['collections', 4, 'NAME_TOO_LONG'],
    ['collections', 5, 'NO_ENTRY'],
    ['tasks', 1, 'NO_NAME'],
    ['tasks', 2, 'NAME_TOO_LONG'],
    ['tasks', 3, 'DESCRIPTION_TOO_LONG'],
    ['tasks', 4, 'WRONG_DATE'],
    ['tasks', 5, 'WRONG_DATE'],
    ['tasks', 6, 'NO_ID'],
    ['tasks', 7, 'NO_COLLECTION'],
    ['completedTasks', 1, 'TWICE'],
  ]);
  expect(made.added).toMatchObject({ collections: 1, tasks: 1, completedTasks: 0 });
});

test('a color outside the twelve becomes gray; upper and lower case are equal', () => {
  const view = viewAfter([]);
  const made = plan(
    {
      collections: [
        { ...home, color: '#ffcc33' },
        { ...home, id: 'x', name: 'Other', color: 'red' },
      ],
    },
    view,
  );
  run(made.operations, view);
  expect(view.lists.collections.all().map(({ color }) => color)).toEqual(['#FFCC33', '#C8C8CD']);
  expect(reasons(made)).toEqual([['collections', 2, 'OTHER_COLOR']]);
});

test('a name that looks like an existing one joins it, an invisible one counts as missing, and a date with a time is its day', () => {
  const view = viewAfter([addCollection(7, collection(7, { name: 'Caf\u00E9' }))]);
  const made = plan(
    {
      collections: [{ ...home, name: 'Cafe\u0301' }],
      tasks: [
        { ...walk, date: '2026-06-15T23:30:00-11:00' },
        { ...walk, id: 'b', name: '\u200B\u2800', date: '20260615' },
      ],
    },
    view,
  );
  run(made.operations, view);
  expect(reasons(made)).toEqual([
    ['collections', 1, 'MERGED'],
    ['tasks', 2, 'NO_NAME'],
  ]);
  expect(view.lists.days.today().map((id) => view.get('task', id)?.date)).toEqual(['2026-06-15']);
});

test('settings of a file replace the existing ones; others stay', () => {
  const view = viewAfter([
    mutation(1, 'setting.set', { id: 'theme', value: 'dark', at: 1 }),
    mutation(2, 'setting.set', { id: 'clock', value: '24', at: 1 }),
  ]);
  const made = plan({ settings: [{ id: 'theme', value: 'light' }] }, view);
  expect(made.added.settings).toBe(1);
  run(made.operations, view);
  expect(exportOf(rowsOf(view)).settings).toMatchObject([
    { id: 'theme', value: 'light' },
    { id: 'clock', value: '24' },
  ]);
  expect(plan({}, view).operations).toEqual([]);
});

test('invalid settings are skipped and noted', () => {
  const view = viewAfter([]);
  const settings = [
    { id: 'theme', value: 'sepia' },
    { id: 'weekStart', value: 'monday' },
    { id: 'weekStart', value: 'sunday' },
    { id: 'clock', value: 24 },
    { id: 'wallpaper', value: 'sea' },
    'dark',
    { id: 'toString', value: '' },
  ];
  const made = plan({ settings }, view);
  expect(reasons(made)).toEqual([
    ['settings', 1, 'WRONG_ENTRY'],
    ['settings', 3, 'TWICE'],
    ['settings', 4, 'WRONG_ENTRY'],
    ['settings', 5, 'WRONG_ENTRY'],
    ['settings', 6, 'WRONG_ENTRY'],
    ['settings', 7, 'WRONG_ENTRY'],
  ]);
  expect(made.notes[0]?.name).toBe('theme');
  run(made.operations, view);
  expect(exportOf(rowsOf(view)).settings).toMatchObject([{ id: 'weekStart', value: 'monday' }]);
});

test('an account takes its last task, and no task after that', () => {
  const existing = {
    ...existingRowsOf(rowsOf(viewAfter([]))),
    count: (table: string) => (table === 'task' ? LIMITS.tasks - 1 : 0),
  };
  const file = { ...NOTHING, collections: [home], tasks: [walk] };
  const last = planImport(file, existing, NOW);
  expect([reasons(last), last.added.tasks]).toEqual([[], 1]);

  const made = planImport({ ...file, tasks: [walk, { ...walk, id: 'b' }] }, existing, NOW);
  expect([reasons(made), made.added.tasks]).toEqual([[['tasks', 2, 'TABLE_LIMIT']], 1]);
});

test.each([
  ['collections', (n: number) => ({ ...home, id: `r${n}`, name: `C${n}` })],
  ['sections', (n: number) => ({ id: `r${n}`, collectionId: home.id, name: `S${n}` })],
  ['labels', (n: number) => ({ id: `r${n}`, name: `L${n}`, color: home.color })],
  ['filters', (n: number) => ({ id: `r${n}`, name: `F${n}`, query: 'today' })],
] as const)('as many %s come as an account can have, and no more', (list, entryOf) => {
  const view = viewAfter(list === 'sections' ? [addCollection(1, collection(1, { name: 'Home' }))] : []);
  const entries = Array.from({ length: LIMITS[list] }, (_, n) => entryOf(n));
  expect(reasons(plan({ [list]: entries }, view))).toEqual([]);

  const made = plan({ [list]: [...entries, entryOf(LIMITS[list])] }, view);
  expect(reasons(made)).toEqual([[list, LIMITS[list] + 1, 'TABLE_LIMIT']]);
  expect(made.added[list]).toBe(LIMITS[list]);
});

test.each([
  ['collections', LIMITS.collectionName, { ...home, id: 'r' }],
  ['sections', LIMITS.sectionName, { id: 'r', collectionId: home.id }],
  ['labels', LIMITS.labelName, { id: 'r', color: home.color }],
  ['filters', LIMITS.filterName, { id: 'r', query: 'today' }],
  ['tasks', LIMITS.taskName, { ...walk, id: 'r' }],
] as const)('%s come with the longest name, and stay out with a longer one', (list, most, entry) => {
  const view = viewAfter([addCollection(1, collection(1, { name: 'Home' }))]);
  const named = (length: number) => plan({ [list]: [{ ...entry, name: 'x'.repeat(length) }] }, view);
  expect([reasons(named(most)), named(most).added[list]]).toEqual([[], 1]);
  expect(reasons(named(most + 1))).toEqual([[list, 1, 'NAME_TOO_LONG']]);
  run(named(most).operations, view);
});

test('a task comes with a hundred labels, and without the label after them', () => {
  const view = viewAfter([]);
  const labels = Array.from({ length: 101 }, (_, n) => ({ id: `l${n}`, name: `L${n}`, color: home.color }));
  const labelled = (count: number) => ({
    ...walk,
    id: `t${count}`,
    labels: labels
      .slice(0, count)
      .map(({ id }) => id)
      .join(' '),
  });
  const made = plan({ collections: [home], labels, tasks: [labelled(100), labelled(101)] }, view);
  expect(reasons(made)).toEqual([['tasks', 2, 'LABELS_LIMIT']]);
  run(made.operations, view);
  expect(exportOf(rowsOf(view)).tasks.map((task) => task.labels?.split(' ').length)).toEqual([100, 100]);
});

test('names join only an equal name, however its letters are composed, as the app compares them', () => {
  const names = ['Café', 'Møte', 'Đuro', 'Łódź', 'Ægir', 'Straße'];
  const view = viewAfter(names.map((name, n) => addCollection(n + 1, collection(n + 1, { name }))));
  const others = ['Cafe\u0301', 'café', 'Mote', 'Duro', 'Lodz', 'Aegir', 'Strasse'];
  const collections = others.map((name, n) => ({ ...home, id: `r${n}`, name }));
  const made = plan({ collections }, view);
  expect(reasons(made)).toEqual([['collections', 1, 'MERGED']]);
  run(made.operations, view);
});

const sub = (id: string, parentId: string, more: object = {}) => ({ ...walk, id, parentId, ...more });
const nameOf = (view: View<TaskLists>, id: string | null | undefined) =>
  view.get('task', id ?? '')?.name ?? null;

test('[T3] sub-tasks are added after their parents, in any order of the file', () => {
  const view = viewAfter([]);
  const tasks = [
    sub('c', 'b', { name: 'C' }),
    sub('b', 'a', { name: 'B', collection: undefined, collectionId: undefined }),
    { ...walk, id: 'a', name: 'A' },
  ];
  const made = plan({ collections: [home], tasks }, view);
  run(made.operations, view);
  expect(made.notes).toEqual([]);
  const above = exportOf(rowsOf(view)).tasks.map(({ name, parentId, collection }) => [
    name,
    nameOf(view, parentId),
    collection,
  ]);
  expect(above).toEqual([
    ['A', null, 'Home'],
    ['B', 'A', 'Home'],
    ['C', 'B', 'Home'],
  ]);
  expect(plan({ collections: [home], tasks }, view).operations).toEqual([]);
});

test('[T3] in a circle, on a sixth level or without a known parent, a task is added at the top level', () => {
  const view = viewAfter([]);
  const chain = Array.from({ length: 7 }, (_, n) =>
    sub(`l${n}`, n === 0 ? '' : `l${n - 1}`, { name: `L${n}` }),
  );
  const made = plan(
    {
      collections: [home],
      tasks: [
        ...chain,
        sub('x', 'y', { name: 'X' }),
        sub('y', 'x', { name: 'Y' }),
        sub('z', 'nowhere', { name: 'Z' }),
        sub('self', 'self', { name: 'Self' }),
        sub('open', 'done', { name: 'Open' }),
      ],
      completedTasks: [{ ...walk, id: 'done' }, sub('with', 'done', { name: 'With' })],
    },
    view,
  );
  run(made.operations, view);
  expect(reasons(made)).toEqual([
    ['tasks', 7, 'TOO_DEEP'],
    ['tasks', 9, 'CIRCLE'],
    ['tasks', 10, 'NO_PARENT'],
    ['tasks', 11, 'CIRCLE'],
    ['tasks', 12, 'PARENT_COMPLETED'],
  ]);
  expect(made.added).toMatchObject({ tasks: 12, completedTasks: 2 });
  const above = new Map(
    exportOf(rowsOf(view)).tasks.map(({ name, parentId }) => [name, nameOf(view, parentId)]),
  );
  expect([above.get('L5'), above.get('L6'), above.get('X'), above.get('Y')]).toEqual(['L4', null, 'Y', null]);
  // Closed by its parent, and restored with it.
  expect(exportOf(rowsOf(view)).completedTasks.find(({ name }) => name === 'With')).not.toHaveProperty(
    'completedAt',
  );
});

test('[T5] sections and labels of one name are merged, and tasks find them; unknown ones are omitted and noted', () => {
  const view = viewAfter([
    addCollection(1, collection(1, { name: 'Home' })),
    mutation(2, 'section.add', { id: sampleId('section', 1), collectionId: home.id, name: 'Later', at: 1 }),
    mutation(3, 'label.add', { id: sampleId('label', 1), name: 'calm', color: '#FFCC33', at: 1 }),
  ]);
  const made = plan(
    {
      collections: [home, { ...home, id: 'work', name: 'Work', parentId: home.id, isFavourite: 1 }],
      sections: [
        { id: 's1', collectionId: home.id, name: 'Later' },
        { id: 's2', collectionId: 'work', name: 'Later' },
        { id: 's3', collectionId: 'nowhere', name: 'Lost' },
      ],
      labels: [
        { id: 'l1', name: 'calm', color: 'red' },
        { id: 'l2', name: 'loud', color: '#FFCC33' },
      ],
      tasks: [
        { ...walk, id: 'a', sectionId: 's1', labels: 'l1 l2' },
        { ...walk, id: 'b', sectionId: 's2', labels: 'l2 l9' },
        { ...walk, id: 'c', date: undefined, collectionId: 'work', sectionId: 's2', labels: 'l2' },
      ],
    },
    view,
  );
  run(made.operations, view);
  expect(reasons(made)).toEqual([
    ['collections', 1, 'ALREADY_HERE'],
    ['sections', 1, 'MERGED'],
    ['sections', 3, 'NO_COLLECTION'],
    ['labels', 1, 'MERGED'],
    ['tasks', 2, 'NO_SECTION'],
    ['tasks', 2, 'NO_LABEL'],
  ]);
  const { collections, sections, labels, tasks } = exportOf(rowsOf(view));
  expect(collections).toMatchObject([{ name: 'Home' }, { name: 'Work', parentId: home.id, isFavourite: 1 }]);
  const loud = labels.find(({ name }) => name === 'loud')?.id ?? '';
  const later = sections.map(({ id }) => id);
  expect(tasks.map((task) => [task.sectionId, task.labels?.split(' ').length, task.date])).toEqual([
    [later[0], 2, '2026-06-15'],
    [undefined, 1, '2026-06-15'],
    [later[1], 1, undefined],
  ]);
  expect(tasks[1]?.labels).toBe(loud);
});

test('[T8] collections in a circle, or too deep, are added at the top level', () => {
  const view = viewAfter([]);
  const below = (id: string, parentId: string) => ({ ...home, id, name: id, parentId });
  const made = plan(
    {
      collections: [
        below('d', 'c'),
        below('a', ''),
        below('b', 'a'),
        below('c', 'b'),
        below('x', 'y'),
        below('y', 'x'),
        below('z', 'gone'),
      ],
    },
    view,
  );
  run(made.operations, view);
  expect(reasons(made)).toEqual([
    ['collections', 1, 'TOO_DEEP'],
    ['collections', 6, 'CIRCLE'],
    ['collections', 7, 'NO_PARENT'],
  ]);
});

test('[T3] a task gets a thousand sub-tasks at most', () => {
  const view = viewAfter([]);
  const tasks = [{ ...walk, id: 'top' }, ...Array.from({ length: 1_001 }, (_, n) => sub(`s${n}`, 'top'))];
  expect(reasons(plan({ collections: [home], tasks: tasks.slice(0, -1) }, view))).toEqual([]);
  const made = plan({ collections: [home], tasks }, view);
  run(made.operations, view);
  expect(reasons(made)).toEqual([['tasks', 1_002, 'SUBTASK_LIMIT']]);
  expect(made.added.tasks).toBe(1_002);
});

test('[V8] views are imported with their collections, labels and filters, for the local ids', () => {
  const view = viewAfter([addCollection(1, collection(1, { name: 'Home' }))]);
  const [fileHome, gone] = [2, 9].map((n) => sampleId('collection', n)) as [string, string];
  const label = sampleId('label', 3);
  const [filter, unknown] = [4, 8].map((n) => sampleId('filter', n)) as [string, string];
  const made = plan(
    {
      collections: [{ ...home, id: fileHome }],
      labels: [{ id: label, name: 'calm', color: '#FFCC33' }],
      settings: [
        { id: 'viewToday', value: 'group:priority' },
        { id: viewSettingOf(`in:${fileHome}`), value: 'sort:name' },
        { id: viewSettingOf(`labelled:${label}`), value: 'group:day' },
        { id: viewSettingOf(`in:${gone}`), value: 'sort:name' },
        { id: 'viewOverdue', value: 'x'.repeat(LIMITS.settingValue + 1) },
        { id: 'viewUpcoming', value: '' },
        { id: viewSettingOf(`query:${filter}`), value: 'layout:board' },
        { id: viewSettingOf(`query:${unknown}`), value: 'layout:board' },
      ],
      filters: [{ id: filter, name: 'Soon', query: 'today' }],
    },
    view,
  );
  expect(reasons(made).filter(([list]) => list === 'settings')).toEqual([
    ['settings', 4, 'NO_COLLECTION'],
    ['settings', 5, 'WRONG_ENTRY'],
    ['settings', 6, 'WRONG_ENTRY'],
    ['settings', 8, 'NO_FILTER'],
  ]);
  run(made.operations, view);
  const localId = view.lists.collections.all()[0]!.id;
  expect(localId).not.toBe(fileHome);
  const kept = exportOf(rowsOf(view));
  expect(kept.settings.map(({ id, value }) => [id, value])).toEqual([
    ['viewToday', 'group:priority'],
    [viewSettingOf(`in:${localId}`), 'sort:name'],
    [viewSettingOf(`labelled:${label}`), 'group:day'],
    [viewSettingOf(`query:${filter}`), 'layout:board'],
  ]);
  expect(plan({ ...kept, collections: [], labels: [], filters: [] }, view).added.settings).toBe(0);
});

test('[V8] the view of a filter that is left out is left out too', () => {
  const filter = sampleId('filter', 1);
  const made = plan(
    {
      filters: [
        { id: filter, name: ' ', query: 'today' },
        { id: filter, name: 'Soon', query: 'today' },
      ],
      settings: [{ id: viewSettingOf(`query:${filter}`), value: 'layout:board' }],
    },
    viewAfter([]),
  );
  expect(made.operations).toEqual([]);
  expect(made.added).toMatchObject({ filters: 0, settings: 0 });
  expect(reasons(made)).toEqual(
    expect.arrayContaining([
      ['filters', 1, 'NO_NAME'],
      ['filters', 2, 'TWICE'],
      ['settings', 1, 'NO_FILTER'],
    ]),
  );
});
