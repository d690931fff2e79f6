import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { addTask } from '#src/sync/testing/samples.ts';
import { BadMessage, CLOSE, MAX_BATCH, PROTOCOL_VERSION, type Patch } from './protocol.ts';
import { parseClientMessage, parseServerMessage } from './parse-message.ts';
import { formatFor, NEWEST_FORMAT } from './wire.ts';

/** The close code that rejects a frame; null when the frame is accepted. */
function codeOf(frame: string): number | null {
  try {
    parseClientMessage(frame);
    return null;
  } catch (error) {
    if (error instanceof BadMessage) return error.closeCode;
    throw error;
  }
}

const hello = helloOf('ada');
const push = (mutations: unknown) => JSON.stringify(pushOf(mutations));

describe('a message from a device', () => {
  test('is read as it was sent', () => {
    expect(parseClientMessage(JSON.stringify(hello))).toEqual(hello);
    const newest = { ...hello, format: NEWEST_FORMAT + 1, effects: 7 };
    expect(parseClientMessage(JSON.stringify(newest))).toEqual(newest);
    expect(parseClientMessage('{"type":"pull","version":9007199254740991}')).toEqual({
      type: 'pull',
      version: Number.MAX_SAFE_INTEGER,
    });
    fc.assert(
      fc.property(
        anyMutations().filter((mutations) => mutations.length > 0),
        (mutations) => {
          expect(parseClientMessage(push(mutations))).toEqual({ type: 'push', mutations, waited: 0 });
        },
      ),
    );
  });

  test('[W11] a hello of another protocol is rejected before its other fields are read', () => {
    for (const other of [
      { protocol: PROTOCOL_VERSION + 1 },
      { protocol: 0, loadedAt: '1' },
      { ...hello, protocol: 99 },
    ]) {
      expect(codeOf(JSON.stringify({ type: 'hello', ...other }))).toBe(CLOSE.UPGRADE);
    }
  });

  test('[W16] a hello without a valid time of its load is rejected', () => {
    for (const value of [undefined, -1, 0.5, null, '1']) {
      expect(codeOf(JSON.stringify({ ...hello, loadedAt: value }))).toBe(CLOSE.BAD_MESSAGE);
    }
  });

  test('[S3] a hello without a valid format is rejected', () => {
    for (const value of [undefined, 0, 0.5, null, '1']) {
      expect(codeOf(JSON.stringify({ ...hello, format: value }))).toBe(CLOSE.BAD_MESSAGE);
    }
  });

  test('keeps only the fields of its type', () => {
    const more = '{"type":"pull","version":1,"userId":"bob","__proto__":{"version":2}}';

    expect(parseClientMessage(more)).toStrictEqual({ type: 'pull', version: 1 });
  });

  test.each([
    '',
    ' ',
    'undefined',
    '{"type":"pull"',
    '\uFEFF{"type":"pull","version":1}',
    'null',
    'true',
    '"pull"',
    '["pull"]',
    '{"type":"push","mutations":[],"waited":0}',
    '{}',
    '{"__proto__":{"type":"pull","version":1}}',
    '{"type":"PULL","version":1}',
    '{"type":["pull"],"version":1}',
    '{"type":"__proto__"}',
    '{"type":"beat","version":1}',
    '{"type":"patch","from":0,"to":0}',
  ])('of no known type is rejected: %j', (frame) => {
    expect(codeOf(frame)).toBe(CLOSE.BAD_MESSAGE);
  });

  test.each([-1, 0.5, 2 ** 53, null, '1', true, [1], {}, undefined])(
    'with %j as a number is rejected',
    (value) => {
      for (const message of [
        { ...hello, version: value },
        { ...hello, protocol: value },
        { ...hello, effects: value },
        { type: 'pull', version: value },
        pushOf([addTask(1)], value ?? null),
      ]) {
        expect(codeOf(JSON.stringify(message))).toBe(CLOSE.BAD_MESSAGE);
      }
    },
  );

  test.each(['', 'x'.repeat(101), 7, null, ['ada'], {}, undefined])(
    'with %j as a user is rejected',
    (userId) => {
      expect(codeOf(JSON.stringify({ ...hello, userId }))).toBe(CLOSE.BAD_MESSAGE);
    },
  );

  test('a push holds 1 to 500 mutations', () => {
    const mutations = (count: number) => Array.from({ length: count }, (_, i) => addTask(i));

    expect(codeOf(push(mutations(1)))).toBeNull();
    expect(codeOf(push(mutations(MAX_BATCH)))).toBeNull();
    for (const bad of [[], mutations(MAX_BATCH + 1), {}, { 0: addTask(1), length: 1 }, 'all', null]) {
      expect(codeOf(push(bad))).toBe(CLOSE.BAD_MESSAGE);
    }
  });

  test('a bad mutation among good ones has a close code of its own, and the reason does not quote it', () => {
    const frame = push([addTask(1), { ...addTask(2), name: 'secret.name' }]);

    expect(codeOf(frame)).toBe(CLOSE.BAD_MUTATION);
    expect(() => parseClientMessage(frame)).toThrow(/^(?!.*secret)/u);
  });

  test.each(['[', '{"a":', '["push",['])('with endless nesting is rejected: %s…', (opening) => {
    const times = Math.floor(500_000 / opening.length);

    expect(codeOf(opening.repeat(times))).toBe(CLOSE.BAD_MESSAGE);
  });

  test('with deep nesting inside a mutation is rejected', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { id, name } = addTask(1);

    expect(codeOf(`["push",[["${id}","${name}",${deep}]],0]`)).toBe(CLOSE.BAD_MUTATION);
    expect(codeOf(`["push",${deep},0]`)).toBe(CLOSE.BAD_MUTATION);
    expect(codeOf(`{"type":${deep}}`)).toBe(CLOSE.BAD_MESSAGE);
  });

  test('is either read or rejected with a code and a reason, for any text', () => {
    const keys = fc.constantFrom(
      'type',
      'version',
      'userId',
      'protocol',
      'mutations',
      'waited',
      'id',
      'name',
      'args',
      'at',
    );
    const texts = fc.constantFrom(
      'hello',
      'push',
      'pull',
      'task.add',
      'task.edit',
      addTask(1).id,
      '__proto__',
    );
    const values = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        texts,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(keys, texts), tie('any'), { maxKeys: 4 }),
        fc.constant(addTask(1)),
      ),
    })).any;
    const pushes = fc.tuple(fc.constant('push'), values, values);
    const message = fc.record(
      { type: fc.constantFrom('hello', 'push', 'pull'), version: values, userId: values, mutations: values },
      { requiredKeys: ['type'] },
    );
    const frames = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      values.map((value) => JSON.stringify(value)),
      message.map((value) => JSON.stringify(value)),
      pushes.map((value) => JSON.stringify(value)),
      // Valid frames with one character changed.
      fc
        .tuple(fc.constantFrom(JSON.stringify(hello), push([addTask(1)])), fc.nat(400), fc.string())
        .map(
          ([frame, at, text]) =>
            frame.slice(0, at % frame.length) + text + frame.slice((at % frame.length) + 1),
        ),
    );
    fc.assert(
      fc.property(frames, (frame) => {
        expect([null, CLOSE.BAD_MESSAGE, CLOSE.BAD_MUTATION]).toContain(codeOf(frame));
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});

describe('a message from the server', () => {
  test('is a patch or a beat', () => {
    expect(parseServerMessage('["beat",3]')).toEqual({ type: 'beat', version: 3 });
    const patch: Patch = {
      type: 'patch',
      from: 0,
      to: 1,
      rows: {},
      changes: {},
      outcomes: [],
      rest: null,
    };
    const frame = JSON.stringify(formatFor(NEWEST_FORMAT).encodeMessage(patch));
    expect(parseServerMessage(frame)).toEqual(patch);
  });

  test.each(['', '[]', 'null', '{}', '{"type":"hello"}', '["hello"]'])(
    'of any other type is rejected: %j',
    (frame) => {
      expect(() => parseServerMessage(frame)).toThrow(BadMessage);
    },
  );
});
