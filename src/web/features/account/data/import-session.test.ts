import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { run, viewAfter } from '#src/file/testing/import-harness.ts';
import { contextIn } from '#src/file/testing/reading.ts';
import { addCollection, sampleId } from '#src/sync/testing/samples.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { SimulationFolder } from '#src/sync/testing/simulated-server.ts';
import { TwoDevices } from '#src/sync/testing/two-devices.ts';
import type { Operation } from '#src/tables/operations.ts';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { ImportSession, type ShownPlan } from './import-session.ts';
import { runImport } from './run-import.ts';

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());

const HEAD = 'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,DATE,DATE_LANG';
const ROWS = [
  'section,Later,,,,,',
  'task,Rent @home,,1,1,every last day,en',
  'task,Call the bank,,4,2,,',
  'task,Blue moon,,4,1,every other blue moon,en',
  'task,,,4,1,,',
];
const csv = (...more: readonly string[]) => [HEAD, ...ROWS, ...more].join('\n');

function chosen(content: string, name = 'Flat.csv', size = content.length) {
  return {
    name,
    size,
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode(content).buffer),
  };
}

/** A session that has read the file and the rows. */
async function opened(content: string, view: Pick<Replica, 'rows'>, name?: string): Promise<ImportSession> {
  const session = new ImportSession();
  await session.answer({ type: 'read', file: chosen(content, name), context: contextIn('UTC') });
  for (const table of TABLE_NAMES) await session.answer({ type: 'rows', table, rows: [...view.rows(table)] });
  return session;
}

async function planned(session: ImportSession, under: string | null = null): Promise<ShownPlan> {
  return (await session.answer({ type: 'plan', userId: 'ada', under })) as ShownPlan;
}

async function operationsOf(session: ImportSession): Promise<readonly Operation[]> {
  return (await session.answer({ type: 'operations', start: 0, count: 1_000 })) as readonly Operation[];
}

test('[I2] a plan has its counts, the first tasks as they will be, and each loss and refusal with its row', async () => {
  const plan = await planned(await opened(csv(), viewAfter([])));

  expect(plan).toMatchObject({ format: 'todoist-csv', repeats: 1, tooMany: 0 });
  expect(plan.added).toMatchObject({ collections: 1, sections: 1, labels: 1, tasks: 3, completedTasks: 0 });
  expect(plan.first).toMatchObject([
    {
      task: { name: 'Rent', date: '2026-11-30', priority: 1, repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
      collection: { name: 'Flat' },
      labels: [{ name: 'home' }],
    },
    { task: { name: 'Call the bank', priority: 4 }, labels: [] },
    { task: { name: 'Blue moon', date: null } },
  ]);
  expect(plan.refused).toEqual([
    { text: 'It has no name.', count: 1, entries: [{ name: '', where: 'row 6' }] },
  ]);
  expect(plan.told).toContainEqual({
    text: expect.stringMatching(/^This date could not be read|^Sunglow has no rule/) as string,
    count: 1,
    entries: [{ name: 'Blue moon: every other blue moon', where: 'row 5' }],
  });
});

test('[I2] ten tasks are shown, however many there are', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `task,T${n},,4,1,,`);
  const plan = await planned(await opened(csv(...many), viewAfter([])));

  expect(plan.first).toHaveLength(10);
  expect(plan.added.tasks).toBe(43);
});

test('[I5] the same file adds nothing a second time, and a newer one what is new', async () => {
  const view = viewAfter([]);
  const session = await opened(csv(), view);
  await planned(session);
  run(await operationsOf(session), view);

  const again = await planned(await opened(csv(), view));
  const newer = await planned(await opened(csv('task,Buy milk,,4,1,,'), view));

  expect(again.size).toBe(0);
  expect(again.refused.map(({ text, count }) => [text, count])).toContainEqual(['Here already', 6]);
  expect(newer.first.map(({ task }) => task.name)).toEqual(['Buy milk']);
});

test('[I2] collections of the file can be put under one of the user', async () => {
  const view = viewAfter([addCollection(1)]);
  const session = await opened(csv(), view);
  const beside = await planned(session);
  const below = await planned(session, sampleId('collection', 1));
  run(await operationsOf(session), view);

  expect(below.added).toEqual(beside.added);
  expect([...view.rows('collection')].find(({ name }) => name === 'Flat')?.parentId).toBe(
    sampleId('collection', 1),
  );
});

test('[I8] a plan says how many entries are too many', async () => {
  const filters = Array.from({ length: 201 }, (_, i) => ({ id: `f${i}`, name: `F${i}`, query: 'today' }));
  const json = JSON.stringify({ projects: [{ id: 'p', name: 'P' }], items: [], filters });

  expect(await planned(await opened(json, viewAfter([]), 'sync.json'))).toMatchObject({ tooMany: 1 });
});

test('[I1] a file of no known format, a damaged, a too large and an unreadable one are refused with the reason', async () => {
  const context = contextIn('UTC');
  const reading = (file: ReturnType<typeof chosen>) =>
    new ImportSession().answer({ type: 'read', file, context });

  await expect(reading(chosen('Dear Ann,\n', 'letter.txt'))).rejects.toThrow('Sunglow cannot read this file');
  await expect(reading(chosen('{"tasks": [\n}', 'sunglow.json'))).rejects.toThrow(/not valid JSON/);
  await expect(reading(chosen('', 'empty.csv'))).rejects.toThrow('The file is empty.');
  await expect(reading(chosen('x', 'large.csv', 200 * 1_048_576))).rejects.toThrow('larger than 100 MB');
  const gone = { ...chosen('x'), arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
  await expect(reading(gone)).rejects.toThrow('could not be read');
});

test.each([31, 32, 33, 34])(
  '[I5] two devices that import the same file at the same time add each row once (seed %d)',
  async (seed) => {
    const content = csv(
      ...Array.from({ length: 150 }, (_, n) => `task,T${n} @home @t${n % 7},,4,${1 + (n % 3)},,`),
    );
    const devices = await TwoDevices.open(seed, folder, []);
    await devices.part();
    const imports = devices.replicas.map(async (replica) => {
      const session = await opened(content, replica);
      const { added } = await planned(session);
      const operations = await operationsOf(session);
      const { signal } = new AbortController();
      const run = { id: newId(), done: 0, all: operations.length, isStored: false };
      await runImport(
        replica,
        { ...run, operations: (from, count) => Promise.resolve(operations.slice(from, from + count)) },
        () => {},
        signal,
      );
      return added;
    });
    const [added] = await devices.finish(Promise.all(imports));
    const rowsIn = (replica: Replica) =>
      TABLE_NAMES.map((table) => [table, [...replica.rows(table)]] as const);
    const before = rowsIn(devices.replicas[0]);

    await devices.join();
    for (const replica of devices.replicas) {
      expect(rowsIn(replica)).toEqual(before);
      expect(replica.rejections()).toEqual([]);
    }
    expect(added).toMatchObject({ collections: 1, sections: 1, labels: 8, tasks: 153 });
    expect(before.map(([, rows]) => rows.length).reduce((sum, count) => sum + count)).toBe(1 + 1 + 8 + 153);
    await devices.end();
  },
);
