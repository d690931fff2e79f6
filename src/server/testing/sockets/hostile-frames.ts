import { frame, OPCODE } from './raw-socket.ts';
import { hostileMessage } from './hostile-messages.ts';
import { CLOSE, MAX_FRAME_BYTES, PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { helloOf } from '#src/sync/testing/frames.ts';
import type { Random } from '#src/sync/testing/random.ts';

/** Bytes that no device sends, and the required reaction of the server. */
export interface Hostile {
  readonly what: string;
  /** Sent in order, after hello unless `beforeHello`. */
  readonly bytes: readonly Buffer[];
  readonly beforeHello?: boolean;
  /** Some of the bytes are valid, and may be answered first. */
  readonly isPartlyRight?: boolean;
  /** The possible close codes of the socket; null if no answer is possible, since the device is gone. */
  readonly codes: readonly number[] | null;
}

/** Close codes of RFC 6455, 7.4.1. */
const PROTOCOL_ERROR = 1002;
const NOT_UTF8 = 1007;
const POLICY_VIOLATION = 1008;
const TOO_LARGE = 1009;

type Make = (random: Random, userId: string) => Omit<Hostile, 'what'>;

const bad = (...bytes: Buffer[]) => ({ bytes, codes: [CLOSE.BAD_MESSAGE] });
const broken = (...bytes: Buffer[]) => ({ bytes, codes: [PROTOCOL_ERROR] });
const pull = (version: number) => JSON.stringify({ type: 'pull', version });
const hello = (userId: string, fields: object = {}) =>
  frame(JSON.stringify({ ...helloOf(userId), ...fields }));

/** Bytes that are invalid as a frame, or as the first frame of a socket. */
const KINDS: Readonly<Record<string, Make>> = {
  'a binary frame': (random) => bad(frame(bytes(random, random.integer(300)), { opcode: OPCODE.binary })),
  'a binary frame with a message': () => bad(frame(pull(0), { opcode: OPCODE.binary })),
  'a frame that is too large': (random) => ({
    bytes: [frame(' '.repeat(MAX_FRAME_BYTES + 1 + random.integer(1000)))],
    codes: [TOO_LARGE],
  }),
  'a header that promises too much': (random) => ({
    bytes: [frame('{', { length: random.pick([MAX_FRAME_BYTES + 1, 2 ** 31, 2 ** 32, 2 ** 50]) })],
    codes: [TOO_LARGE],
  }),
  'a header beyond what numbers hold': () => ({
    bytes: [Buffer.from([0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255])],
    codes: [TOO_LARGE],
  }),
  'fragments that are too large together': () => ({
    bytes: [
      frame(' '.repeat(600_000), { isLast: false }),
      frame(' '.repeat(600_000), { opcode: OPCODE.continuation }),
    ],
    codes: [TOO_LARGE],
  }),
  'fragments without end': (random) => ({
    bytes: [frame('{', { isLast: false }), tiny(random.pick([16_384, 20_000]))],
    codes: [POLICY_VIOLATION],
  }),
  'a fragmented message that is none': (random) => bad(...fragments(`{"type":"${random.uuid()}"}`, random)),
  'a message begun within another': () => broken(frame('{', { isLast: false }), frame(pull(0))),
  'the rest of nothing': () => broken(frame(pull(0), { opcode: OPCODE.continuation })),
  'text that is not UTF-8': (random) => ({
    bytes: [frame(Buffer.concat([Buffer.from('{"type":"'), random.pick(NOT_UTF8_BYTES), Buffer.from('"}')]))],
    codes: [NOT_UTF8],
  }),
  'a frame without a mask': () => broken(frame(pull(0), { isMasked: false })),
  'reserved bits': (random) => broken(frame(pull(0), { reserved: 1 + random.integer(7) })),
  'an unknown opcode': (random) =>
    broken(frame(pull(0), { opcode: random.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) })),
  'a ping that is too long': () => broken(frame('x'.repeat(126), { opcode: OPCODE.ping })),
  'a ping in parts': () => broken(frame('x', { opcode: OPCODE.ping, isLast: false })),
  'a close with half a code': () => broken(frame('x', { opcode: OPCODE.close })),
  'a close with a code that there is not': () => broken(frame(Buffer.from([0, 0]), { opcode: OPCODE.close })),
  'bytes of chance': (random) => ({
    // The mask bit is never set, so the frame is always invalid.
    bytes: [Buffer.concat([Buffer.from([0x81, random.integer(128)]), bytes(random, 200)])],
    codes: [PROTOCOL_ERROR],
  }),
  'half a frame, and gone': (random) => ({
    bytes: [frame(pull(0)).subarray(0, 1 + random.integer(10))],
    codes: null,
  }),
  'half a message, and gone': () => ({ bytes: [frame(pull(0), { isLast: false })], codes: null }),
  'a pull before hello': () => ({ ...bad(frame(pull(0))), beforeHello: true }),
  'nonsense before hello': (random) => ({ ...bad(frame(random.uuid())), beforeHello: true }),
  'hello twice': (_, userId) => bad(hello(userId)),
  'hello of another version': (random, userId) => ({
    bytes: [
      hello(userId, { protocol: random.pick([0, PROTOCOL_VERSION - 1, PROTOCOL_VERSION + 1, 2 ** 53 - 1]) }),
    ],
    codes: [CLOSE.UPGRADE],
    beforeHello: true,
  }),
  'hello of another user': (random) => ({
    bytes: [hello(random.pick([random.uuid(), '__proto__', 'constructor', 'x'.repeat(100)]))],
    codes: [CLOSE.OTHER_USER],
    beforeHello: true,
  }),
  'hello with a wrong field': (random, userId) => ({
    ...bad(hello(userId, { [random.pick(HELLO_COUNTS)]: random.pick(NO_COUNTS) })),
    beforeHello: true,
  }),
  'hello without a user': (random) => ({
    ...bad(hello('', { userId: random.pick(['', 'x'.repeat(101), null, 7, [], {}, true]) })),
    beforeHello: true,
  }),
  'a pull from no version': (random) =>
    bad(frame(JSON.stringify({ type: 'pull', version: random.pick(NO_COUNTS) }))),
  'a pull from beyond all numbers': (random) =>
    bad(
      frame(
        `{"type":"pull","version":${random.pick(['1e999', '-1e999', `1${'0'.repeat(400)}`, '1e-5', '9007199254740993'])}}`,
      ),
    ),
  'more than is answered at once': () => ({
    // Sent at once: otherwise the first could be answered before the last arrives.
    ...bad(Buffer.concat(Array.from({ length: 40 }, () => frame(pull(0))))),
    isPartlyRight: true,
  }),
};

const HELLO_COUNTS = ['protocol', 'version', 'loadedAt', 'format', 'effects'] as const;
const NO_COUNTS = [-1, 0.5, null, '', '0', [], [0], {}, true, 2 ** 53, 1e300, { valueOf: 0 }] as const;

const NOT_UTF8_BYTES = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0x80]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
  Buffer.from([0xe2, 0x82]),
] as const;

const NAMES = Object.keys(KINDS);

/** Random hostile bytes of any kind; `taskIds`: the user's tasks, which mutations in them would change. */
export function hostile(random: Random, userId: string, taskIds: readonly string[]): Hostile {
  if (random.chance(0.6)) {
    const { what, text, code } = hostileMessage(random, taskIds);
    return { what, bytes: random.chance(0.1) ? fragments(text, random) : [frame(text)], codes: [code] };
  }
  const what = random.pick(NAMES);
  // Large frames cost as much as a hundred others.
  if (what.includes('large') && random.chance(0.9)) return hostile(random, userId, taskIds);
  const make = KINDS[what];
  if (!make) throw new Error(`No kind ${what}.`);
  return { what, ...make(random, userId) };
}

function fragments(text: string, random: Random): Buffer[] {
  const data = Buffer.from(text);
  const cuts = [random.integer(data.length), random.integer(data.length)].toSorted((a, b) => a - b);
  return [
    frame(data.subarray(0, cuts[0]), { isLast: false }),
    frame('', { opcode: OPCODE.ping }),
    frame(data.subarray(cuts[0], cuts[1]), { opcode: OPCODE.continuation, isLast: false }),
    frame(data.subarray(cuts[1]), { opcode: OPCODE.continuation }),
  ];
}

/** This many fragments of one character. */
function tiny(count: number): Buffer {
  const one = frame(' ', { opcode: OPCODE.continuation, isLast: false });
  return Buffer.concat(Array.from({ length: count }, () => one));
}

function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.integer(256)));
}
