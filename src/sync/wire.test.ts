import type { Mutation } from '#src/tables/operations.ts';
import { expect, test } from 'vitest';
import { newId, timeOfId } from '#src/domain/id.ts';
import { addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { CLOSE, type Patch } from './protocol.ts';
import { parseClientMessage, parseServerMessage } from './parse-message.ts';
import {
  DEVICE_FORMATS,
  formatFor,
  NEWEST_FORMAT,
  readPush,
  readServerFrame,
  SERVER_FORMATS,
  type DeviceFormat,
  type ServerFormat,
} from './wire.ts';

const { encodeMessage } = formatFor(NEWEST_FORMAT);
const { encodePush } = DEVICE_FORMATS.at(-1)!;

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

test('[S4] a patch tells the changed columns of a known row, and the non-default columns of a new row', () => {
  const frame = encodeMessage(PATCH);

  expect(sent(frame)).toEqual({
    ...PATCH,
    rows: { collection: [collection(1)], task: [task(1, { description: 'Slowly' })] },
  });
  const { id, name, description, date, collectionId, createdAt, updatedAt } = task(1, {
    description: 'Slowly',
  });
  const encoded = { id, name, description, date, collectionId, createdAt, updatedAt };
  expect(frame).toHaveProperty('4.task.0', encoded);
  for (const column of ['completedAt', 'priority']) expect(JSON.stringify(frame)).not.toContain(column);
});

/** A second format for this test: it wraps each frame of the first format in an object. */
const [FIRST_OF_SERVER, FIRST_OF_DEVICE] = [SERVER_FORMATS[0]!, DEVICE_FORMATS[0]!];
const inSecond = (frame: unknown) => (frame as { second?: unknown }).second ?? null;
const SECOND_OF_SERVER: ServerFormat = {
  encodeMessage: (message) => ({ second: FIRST_OF_SERVER.encodeMessage(message) }),
  decodePush: (frame) => FIRST_OF_SERVER.decodePush(inSecond(frame)),
};
const SECOND_OF_DEVICE: DeviceFormat = {
  encodePush: (mutations, waited) => ({ second: FIRST_OF_DEVICE.encodePush(mutations, waited) }),
  decodeMessage: (frame) => FIRST_OF_DEVICE.decodeMessage(inSecond(frame)),
};

test.for([
  { what: 'both have the first release', knownByServer: 1, knownByDevice: 1, written: 1 },
  { what: 'the device is newer', knownByServer: 1, knownByDevice: 2, written: 1 },
  { what: 'the server is newer', knownByServer: 2, knownByDevice: 1, written: 1 },
  { what: 'both have the newer release', knownByServer: 2, knownByDevice: 2, written: 2 },
])(
  '[S3] a server and a device write the newest format that both know: $what',
  ({ knownByServer, knownByDevice, written }) => {
    const ofServer = [FIRST_OF_SERVER, SECOND_OF_SERVER].slice(0, knownByServer);
    const ofDevice = [FIRST_OF_DEVICE, SECOND_OF_DEVICE].slice(0, knownByDevice);

    const frame = formatFor(ofDevice.length, ofServer).encodeMessage({ type: 'beat', version: 3 });
    const read = readServerFrame(frame, ofDevice);
    const push = read?.format.encodePush([addTask(1)], 5);

    expect(read?.message).toEqual({ type: 'beat', version: 3 });
    for (const each of [frame, push]) expect(inSecond(each) !== null).toBe(written === 2);
    expect(readPush(push, ofServer)).toMatchObject({ waited: 5 });
  },
);

test('[S3] the server writes its newest format to a device with a newer one', () => {
  expect(formatFor(NEWEST_FORMAT + 1)).toBe(formatFor(NEWEST_FORMAT));
  expect(SERVER_FORMATS).toHaveLength(NEWEST_FORMAT);
});

test('[S3] unknown columns and tables of a newer server are kept', () => {
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
  const toServer = [encodePush([edit], 3)];
  const toDevices = [encodeMessage({ type: 'ok', from: 12, to: 13 }), encodeMessage(patch)];
  // RFC 6455, section 5.2: a header has two bytes, and two more for a length over 125. A frame from a device has a mask
  // of four bytes.
  const bytes = (frame: unknown, mask: number) => {
    const length = Buffer.byteLength(JSON.stringify(frame));
    return 2 + (length > 125 ? 2 : 0) + mask + length;
  };

  const sum = [...toServer.map((frame) => bytes(frame, 4)), ...toDevices.map((frame) => bytes(frame, 0))];
  expect(sum.reduce((all, each) => all + each)).toBeLessThan(310);
});

test('a push is read as it was made', () => {
  const mutations: readonly Mutation[] = [
    addTask(1),
    mutation(2, 'task.delete', { id: sampleId('task', 1), at: 1_780_000_000_000 }),
    { ...addTask(3), door: 'Import' },
  ];

  expect(parseClientMessage(JSON.stringify(encodePush(mutations, 5)))).toEqual({
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
  [['push', [[sampleId('mutation', 1), 'task.delete', { id: sampleId('task', 1), at: 1 }, 'Import', 1]], 0]],
  [['push', [7], 0]],
  [['push', [addTask(1)], 0]],
  [['push', [[]], 0]],
])('an invalid mutation is rejected with BAD_MUTATION: %j', ([frame]) => {
  expect(() => parseClientMessage(JSON.stringify(frame))).toThrow(
    expect.objectContaining({ closeCode: CLOSE.BAD_MUTATION }),
  );
});

test.for([
  [[]],
  [['patch']],
  [['hello', 1]],
  [['push']],
  [['push', 'x', 0]],
  [['push', [], 0]],
  [{ type: 'push', mutations: [], waited: 0 }],
])('an unknown frame is rejected with BAD_MESSAGE: %j', ([frame]) => {
  expect(() => parseClientMessage(JSON.stringify(frame))).toThrow(
    expect.objectContaining({ closeCode: CLOSE.BAD_MESSAGE }),
  );
});

test('[W20] a patch tells which versions the server has lost', () => {
  const setBacks = [{ from: 5, to: 90, at: null }];
  const patch: Patch = { ...PATCH, from: 0, changes: {}, outcomes: [], rest: null, setBacks };

  expect(sent(encodeMessage(patch))).toMatchObject({ from: 0, rest: null, setBacks });
});
