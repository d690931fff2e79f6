import { CLOSE, MAX_BATCH } from '#src/sync/protocol.ts';
import { entryOf, pushOf } from '#src/sync/testing/frames.ts';
import type { Random } from '#src/sync/testing/random.ts';

/** A text frame that is not a valid message, and the close code for its socket. */
export interface HostileMessage {
  readonly what: string;
  readonly text: string;
  readonly code: number;
}

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const NAME = 'This must not be seen';
const OTHER_TYPES = [null, true, 7, -0.5, '', 'x', [], {}, [[]], { id: 'x' }, 1e300] as const;
/** Names that every object has, or seems to have. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'] as const;

/** A random message of any kind. If the server executed it, the tasks `taskIds` would show that. */
export function hostileMessage(random: Random, taskIds: readonly string[]): HostileMessage {
  if (random.chance(0.6)) {
    const [what, mutation] = wrongMutation(random, taskIds);
    return { what, text: pushAround(random, taskIds, mutation), code: CLOSE.BAD_MUTATION };
  }
  const [what, text] = wrongMessage(random, taskIds);
  return { what, text, code: CLOSE.BAD_MESSAGE };
}

function wrongMessage(random: Random, taskIds: readonly string[]): readonly [string, string] {
  const push = pushAround(random, taskIds, JSON.stringify(entryOf(mutation(random, call(random, taskIds)))));
  const depth = 10 ** (1 + random.integer(random.chance(0.02) ? 5 : 3));
  return random.pick<() => readonly [string, string]>([
    () => ['a push that is cut off', push.slice(0, random.integer(push.length))],
    () => ['a push short of one sign', withoutOneSign(random, push)],
    () => ['a push and something after it', push + random.pick(['}', ']', ',', push, 'null', '\u0000'])],
    () => ['no JSON', random.pick(['', ' ', '{', 'nul', 'undefined', '{a:1}', "{'a':1}", '\ufeff{}', 'NaN'])],
    () => [
      'JSON that is no object',
      JSON.stringify(random.pick([null, true, 0, 1e300, '', 'x', [], [push]])),
    ],
    () => ['lists in lists', '['.repeat(depth) + ']'.repeat(depth)],
    () => ['objects in objects', '{"type":'.repeat(depth) + '0' + '}'.repeat(depth)],
    () => ['lists in lists, cut off', '['.repeat(depth)],
    () => ['a type that is a depth', `{"type":${'['.repeat(depth)}${']'.repeat(depth)}}`],
    () => ['no type', JSON.stringify({ mutations: [] })],
    () => [
      'a wrong type',
      JSON.stringify({ type: random.pick([...OTHER_TYPES, ...INHERITED, 'Push', 'patch']) }),
    ],
    () => ['a type that is inherited', '{"__proto__":{"type":"pull","version":0}}'],
    () => ['mutations that are no list', JSON.stringify(pushOf(random.pick([null, 'x', 1, {}])))],
    () => ['mutations that pretend to be a list', '["push",{"length":1,"0":{}},0]'],
    () => ['no mutations', JSON.stringify(pushOf([]))],
    () => ['a push as an object', JSON.stringify({ type: 'push', mutations: [], waited: 0 })],
    () => ['a push without its wait', `${push.slice(0, -',0]'.length)}]`],
    () => [
      'too many mutations',
      JSON.stringify(
        pushOf(Array.from({ length: MAX_BATCH + 1 }, () => mutation(random, call(random, taskIds)))),
      ),
    ],
  ])();
}

/** A push of one mutation, an entry as JSON, between valid ones: none of them may be executed. */
function pushAround(random: Random, taskIds: readonly string[], text: string): string {
  const right = () =>
    Array.from({ length: random.integer(3) }, () =>
      JSON.stringify(entryOf(mutation(random, call(random, taskIds)))),
    );
  return `["push",[${[...right(), text, ...right()].join(',')}],0]`;
}

function mutation(random: Random, { name, args }: Call) {
  return { id: random.uuid(), name, args };
}

function wrongMutation(random: Random, taskIds: readonly string[]): readonly [string, string] {
  const right = call(random, taskIds);
  const whole = mutation(random, right);
  const field = random.pick(Object.keys(right.args));
  const wrong = (changes: object) => JSON.stringify(entryOf({ ...whole, ...changes }));
  const depth = 10 ** (1 + random.integer(4));
  return random.pick<() => readonly [string, string]>([
    () => ['no mutation', JSON.stringify(random.pick([null, 7, 'x', [], {}, [whole], true]))],
    () => [
      'an id that is none',
      wrong({ id: random.pick([...OTHER_TYPES, `${whole.id}0`, whole.id.slice(1)]) }),
    ],
    () => ['no id', wrong({ id: undefined })],
    () => [
      'an unknown name',
      wrong({ name: random.pick([...OTHER_TYPES, ...INHERITED, 'task.Add', 'task.']) }),
    ],
    () => ['a field too many', wrong({ [random.pick(['userId', 'version', 'constructor'])]: 1 })],
    () => ['no args', wrong({ args: random.pick([null, 7, 'x', [], {}, true]) })],
    () => [
      'args with a field too many',
      wrong({ args: { ...right.args, [random.pick(['userId', 'toString'])]: 1 } }),
    ],
    () => [
      'args with a prototype',
      wrong({ args: 0 }).replace(/0\]$/, `{"__proto__":{},${JSON.stringify(right.args).slice(1)}]`),
    ],
    () => [
      'args that are inherited',
      wrong({ args: 0 }).replace(/0\]$/, `{"__proto__":${JSON.stringify(right.args)}}]`),
    ],
    () => ['args short of a field', wrong({ args: { ...right.args, [field]: undefined } })],
    () => [
      'args with a depth',
      wrong({ args: 0 }).replace(/0\]$/, `${'['.repeat(depth)}${']'.repeat(depth)}]`),
    ],
    () => [
      'an argument of another type',
      wrong({ args: { ...right.args, [field]: otherType(random, field) } }),
    ],
    () => ['a text that no database holds', textCall(random, whole.id, taskIds)],
    () => ['an argument out of its range', wrong({ args: { ...right.args, ...outOfRange(random) } })],
    () => ['a time beyond all numbers', wrong({ args: right.args }).replace(/"at":-?\d+/, '"at":1e999')],
    () => [
      'a position beyond all numbers',
      `["${whole.id}","collection.edit",{"id":"${whole.id}","changes":{"position":1e999},"at":1}]`,
    ],
  ])();
}

/** A value of a type that no mutator accepts for the field. */
function otherType(random: Random, field: string): unknown {
  if (field === 'changes') return random.pick([null, true, 7, 'x', [], [[]], { id: 'x' }, { at: 1 }]);
  if (field === 'description') return random.pick([null, true, 7, [], {}]);
  return random.pick([null, true, -7, 0.5, '', [], {}, [field], { length: 1 }]);
}

/** A mutation with an invalid text, day or color. */
function textCall(random: Random, id: string, taskIds: readonly string[]): string {
  const changes = random.pick<object>([
    { name: random.pick(['', ' \n\t', 'x'.repeat(501), 'a\0b', '\ud800', `${NAME}\udfff`]) },
    { description: random.pick(['x'.repeat(16_385), '\0', '\udc00']) },
    {
      date: random.pick([
        '',
        '2026-02-30',
        '2026-1-1',
        '26-01-01',
        '2026-06-15T00:00',
        '+002026-06-15',
        ' 2026-06-15',
      ]),
    },
    { collectionId: random.pick(['', 'x', null, '__proto__']) },
    { color: '#FFCC33' },
    { position: 1 },
    { __proto__: null, constructor: {} },
  ]);
  const args = { id: random.pick(taskIds), changes, at: Date.now() };
  return JSON.stringify(entryOf({ id, name: 'task.edit', args }));
}

/** Arguments with invalid values; every mutator has an id and a time. */
function outOfRange(random: Random): object {
  return random.pick<object>([
    { at: random.pick([-1, 0.5, 8.64e15 + 1, 2 ** 53, 1e300]) },
    {
      id: random.pick([
        'x',
        '../../etc/passwd',
        "'; drop table task; --",
        '00000000-0000-0000-0000-00000000000g',
      ]),
    },
    { at: String(Date.now()) },
    { id: 'x'.repeat(100_000) },
  ]);
}

/** A mutation that the server would accept. */
function call(random: Random, taskIds: readonly string[]): Call {
  const id = random.pick(taskIds);
  const at = Date.now();
  return random.pick<Call>([
    { name: 'task.edit', args: { id, changes: { name: NAME }, at } },
    { name: 'task.delete', args: { id, at } },
    { name: 'task.complete', args: { id, at } },
    { name: 'collection.add', args: { id: random.uuid(), name: NAME, color: '#FFCC33', at } },
  ]);
}

/** Removes one sign of JSON. No text in it contains such a sign, so the result is invalid. */
function withoutOneSign(random: Random, json: string): string {
  const places = [...json.matchAll(/[{}[\]:,"]/g)].map((match) => match.index);
  const place = random.pick(places);
  return json.slice(0, place) + json.slice(place + 1);
}
