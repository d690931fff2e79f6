import { expect, test } from 'vitest';
import { newId, timeOfId } from '#src/domain/id.ts';
import { addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { CLOSE, parseClientMessage, parseServerMessage, type Patch } from './protocol.ts';
import { readRow } from '#src/domain/schema/row.ts';
import { parseArgs } from '#src/mutators/index.ts';
import { encodePush, encodeServerMessage, NEWEST_FORMAT } from './wire.ts';

const RENAMED = { id: sampleId('task', 2), columns: { name: 'Renamed', updatedAt: 9 } };

const PATCH: Patch = {
  type: 'patch',
  from: 3,
  to: 5,
  rows: {
    collection: [collection(1)],
    task: [task(1, { description: 'Slowly' }), task(2, { name: 'Renamed', updatedAt: 9 })],
  },
  changes: { task: [RENAMED] },
  outcomes: [
    { id: sampleId('mutation', 1), rejection: null },
    { id: sampleId('mutation', 2), rejection: 'GONE' },
  ],
  rest: { version: 9, rows: 4 },
};

function sent(message: unknown) {
  return parseServerMessage(JSON.stringify(message));
}

test('[S4] a patch says of a changed row what changed, and of a new one what is not at its default', () => {
  const frame = encodeServerMessage(PATCH, NEWEST_FORMAT);

  expect(sent(frame)).toEqual({
    ...PATCH,
    rows: { collection: [collection(1)], task: [task(1, { description: 'Slowly' })] },
  });
  const { id, name, description, date, collectionId, createdAt, updatedAt } = task(1, {
    description: 'Slowly',
  });
  const said = { id, name, description, date, collectionId, createdAt, updatedAt };
  expect(frame).toHaveProperty('4.task.0', said);
  for (const column of ['completedAt', 'priority']) expect(JSON.stringify(frame)).not.toContain(column);
});

test('[S3] a device of before there were formats gets whole rows of its two tables, under the names that it knows', () => {
  const { rows, changes: _, rest: __, ...message } = PATCH;

  expect(encodeServerMessage(PATCH, 1)).toEqual({
    ...message,
    collections: rows.collection,
    tasks: rows.task,
    rest: { version: 9, tasks: 4 },
  });
  expect(encodeServerMessage({ type: 'beat', version: 3 }, 1)).toEqual({ type: 'beat', version: 3 });
});

test('[S3] what a server of before there were formats sends is read', () => {
  // It tells nothing of any other table.
  const tables = ['collection', 'task'];
  expect(sent(encodeServerMessage(PATCH, 1))).toEqual({ ...PATCH, changes: {}, tables });
  expect(sent({ type: 'patch', from: 1, to: 2, collections: [], tasks: [task(1)], outcomes: [] })).toEqual({
    type: 'patch',
    from: 1,
    to: 2,
    changes: {},
    outcomes: [],
    rest: null,
    rows: { collection: [], task: [task(1)] },
    tables,
  });
});

test('[S3] an app that knows only tasks with a date gets a day that none else has, and what it says of it is none again', () => {
  const undated = task(1, { date: null });
  const patch: Patch = {
    ...PATCH,
    rows: { task: [undated, task(2, { date: null, updatedAt: 9 })] },
    changes: { task: [{ id: task(2).id, columns: { date: null, updatedAt: 9 } }] },
  };
  for (const format of [1, 2] as const)
    expect(JSON.stringify(encodeServerMessage(patch, format)).match(/9999-12-30/g)).toHaveLength(2);

  expect(sent(encodeServerMessage(patch, 2))).toEqual({ ...patch, rows: { task: [undated] } });
  expect(readRow('task', { ...undated, date: '9999-12-30' })).toEqual(undated);
  expect(parseArgs('task.edit', { id: undated.id, changes: { date: '9999-12-30' }, at: 1 })).toEqual({
    id: undated.id,
    changes: { date: null },
    at: 1,
  });
});

test('[S3] what a newer server says of columns and tables that this app does not know is kept', () => {
  const frame = ['patch', 1, 2, {}, { task: [{ ...task(1), mood: 'calm' }], mood: [{ id: 'calm' }] }];

  expect(sent(frame)).toMatchObject({
    rows: { task: [{ ...task(1), mood: 'calm' }], mood: [{ id: 'calm' }] },
  });
});

test('[S4] one edit of a new user takes less than 310 bytes on the wire, to the server and to both devices', () => {
  const id = newId();
  const [name, at] = ['Water the plants', timeOfId(id) + 1];
  const edit = { ...mutation(7, 'task.edit', { id: sampleId('task', 2), changes: { name }, at }), id };
  const patch: Patch = {
    type: 'patch',
    from: 12,
    to: 13,
    rows: {},
    outcomes: [],
    rest: null,
    changes: { task: [{ id: sampleId('task', 2), columns: { name, updatedAt: at } }] },
  };
  const toServer = [encodePush([edit], 3, 2)];
  const toDevices = [encodeServerMessage({ type: 'ok', from: 12, to: 13 }, 2), encodeServerMessage(patch, 2)];
  // RFC 6455, section 5.2: two bytes, two more for a length over 125, and what a device sends has a mask of four.
  const bytes = (frame: unknown, mask: number) => {
    const length = Buffer.byteLength(JSON.stringify(frame));
    return 2 + (length > 125 ? 2 : 0) + mask + length;
  };

  const sum = [...toServer.map((frame) => bytes(frame, 4)), ...toDevices.map((frame) => bytes(frame, 0))];
  expect(sum.reduce((all, each) => all + each)).toBeLessThan(310);
});

test('a push is read as it was made, in either format', () => {
  const mutations = [
    addTask(1),
    mutation(2, 'task.delete', { id: sampleId('task', 1), at: 1_780_000_000_000 }),
  ];

  for (const format of [1, 2] as const)
    expect(parseClientMessage(JSON.stringify(encodePush(mutations, 5, format)))).toEqual({
      type: 'push',
      mutations,
      waited: 5,
    });
});

test.for([
  [['push', [['no id', 'task.delete', {}]], 0]],
  [['push', [[sampleId('mutation', 1), 'task.delete', null]], 0]],
  [['push', [[sampleId('mutation', 1), 'task.delete', { id: sampleId('task', 1), at: 'now' }]], 0]],
  [['push', [[sampleId('mutation', 1), 'task.delete', { id: sampleId('task', 1), at: 1 }, 'more']], 0]],
  [['push', [7], 0]],
  [['push', [[]], 0]],
])('a mutation that is none is told so: %j', ([frame]) => {
  expect(() => parseClientMessage(JSON.stringify(frame))).toThrow(
    expect.objectContaining({ closeCode: CLOSE.BAD_MUTATION }),
  );
});

test.for([[[]], [['patch']], [['hello', 1]], [['push']], [['push', 'x', 0]], [['push', [], 0]]])(
  'a frame that is none is told so: %j',
  ([frame]) => {
    expect(() => parseClientMessage(JSON.stringify(frame))).toThrow(
      expect.objectContaining({ closeCode: CLOSE.BAD_MESSAGE }),
    );
  },
);

test('[W20] a patch tells in all formats what the server has lost', () => {
  const setBacks = [{ from: 5, to: 90, at: null }];
  const patch: Patch = { ...PATCH, from: 0, changes: {}, outcomes: [], rest: null, setBacks };

  for (const format of [1, 2, NEWEST_FORMAT] as const)
    expect(sent(encodeServerMessage(patch, format))).toMatchObject({ from: 0, rest: null, setBacks });
});
