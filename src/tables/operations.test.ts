import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { addCollection, addTask, sampleId } from '#src/sync/testing/samples.ts';
import { columnsOf, type TableName } from './tables.ts';
import { InvalidValue } from '#src/tables/kit/column.ts';
import { GOOD_ARGUMENTS as GOOD } from '#src/tables/testing/good-arguments.ts';
import { MUTATORS, parseArgs, parseMutation, type MutatorName } from './operations.ts';

const id = sampleId('task', 1);
const collectionId = sampleId('collection', 1);
const at = 1_000;
const task = GOOD['task.add'];

const EVERY = Object.entries(GOOD) as [MutatorName, Record<string, unknown>][];

const accepts = (name: MutatorName, args: unknown): boolean => {
  try {
    parseArgs(name, args);
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
};

test('the names stay the same, since devices may send them for years', () => {
  expect(Object.keys(MUTATORS)).toEqual(Object.keys(GOOD));
});

const OPTIONAL = new Set([
  'accept',
  'add',
  'base',
  'below',
  'decline',
  'description',
  'isThere',
  'occurrenceId',
  'reason',
  'remove',
  'renews',
  'reopen',
  'steps',
  'value',
]);

/** An addition may leave out a column with a default. A reminder has one of two. */
function isOptional(name: MutatorName, field: string): boolean {
  const [table, action] = name.split('.') as [TableName, string];
  const column = new Map(columnsOf(table)).get(field);
  const hasDefault = action === 'add' && table !== 'reminder' && column?.default !== undefined;
  return OPTIONAL.has(field) || hasDefault;
}

/** A filter may have no color. All other rows with a color need one. */
const isFilterColor = (name: MutatorName, field: string) => name === 'filter.add' && field === 'color';

describe.each(EVERY)('arguments of %s', (name, good) => {
  test('are accepted unchanged', () => {
    expect(parseArgs(name, good)).toStrictEqual(good);
  });

  test('may neither miss a field nor have an extra one', () => {
    for (const field of Object.keys(good)) {
      const { [field]: _, ...rest } = good;
      // Optional fields may be missing.
      expect([field, accepts(name, rest)]).toEqual([field, isOptional(name, field)]);
    }
    for (const field of ['extra', 'userId', 'constructor', 'toString', 'version']) {
      expect([field, accepts(name, { ...good, [field]: 1 })]).toEqual([field, false]);
    }
  });

  test('have no field of another type', () => {
    for (const field of Object.keys(good)) {
      for (const bad of [null, undefined, true, [], {}, [good[field]], { value: good[field] }, Number.NaN]) {
        const isNoChange =
          (field === 'changes' ? '{}' : field === 'below' ? '[]' : '') === JSON.stringify(bad);
        // Null is a valid date: none.
        const isTaken =
          isNoChange ||
          (bad === null && (['date', 'occurrenceId'].includes(field) || isFilterColor(name, field)));
        expect([field, bad, accepts(name, { ...good, [field]: bad })]).toEqual([field, bad, isTaken]);
      }
    }
  });

  test('are an object', () => {
    for (const bad of [null, undefined, 7, 'args', [], [good], () => good])
      expect(accepts(name, bad)).toBe(false);
  });

  test('do not bring along fields that are hidden in their prototype', () => {
    const hidden = JSON.parse(`{"__proto__":{"userId":"bob"},${JSON.stringify(good).slice(1)}`) as unknown;
    const parsed: object = accepts(name, hidden) ? parseArgs(name, hidden) : {};

    expect(Object.keys(parsed)).not.toContain('__proto__');
    expect('userId' in parsed).toBe(false);
  });

  // The id of a setting is its name.
  const ids = name === 'setting.set' ? [] : ['id', 'collectionId', 'taskId'];
  test.each(Object.keys(good).filter((field) => ids.includes(field)))('%s is a UUID', (field) => {
    for (const bad of ['', 'x', `${id} `, `{${id}}`, id.replaceAll('-', ''), `${id}'--`, '../../etc']) {
      expect([bad, accepts(name, { ...good, [field]: bad })]).toEqual([bad, false]);
    }
  });

  test('have an instant in whole milliseconds that a Date can hold', () => {
    for (const fine of [0, 8.64e15]) expect(accepts(name, { ...good, at: fine })).toBe(true);
    for (const bad of [-1, 0.5, 8.64e15 + 1, Infinity, '1000', 2 ** 63]) {
      expect([bad, accepts(name, { ...good, at: bad })]).toEqual([bad, false]);
    }
  });
});

describe.each([
  { of: 'a task name', name: 'task.add', field: 'name', most: LIMITS.taskName, mayBeBlank: false },
  {
    of: 'a description',
    name: 'task.add',
    field: 'description',
    most: LIMITS.taskDescription,
    mayBeBlank: true,
  },
  {
    of: 'a collection name',
    name: 'collection.add',
    field: 'name',
    most: LIMITS.collectionName,
    mayBeBlank: false,
  },
] as const)('the text of $of', ({ name, field, most, mayBeBlank }) => {
  const takes = (text: string) => accepts(name, { ...GOOD[name], [field]: text });

  test('has a limited length', () => {
    expect(takes('x'.repeat(most))).toBe(true);
    expect(takes('x'.repeat(most + 1))).toBe(false);
    expect(takes('🌻'.repeat(most / 2))).toBe(true);
    expect(takes(`${'🌻'.repeat(most / 2)}x`)).toBe(false);
  });

  test('is well-formed and without NUL, so that all databases and devices store the same text', () => {
    for (const bad of ['\0', 'a\0b', '\uD83C', 'a\uDF3B', '\uDF3B\uD83C'])
      expect([bad, takes(bad)]).toEqual([bad, false]);
    for (const fine of ['🌻', 'a\u0001\u{10FFFF}', '\u202Eabc', '<b>&amp;', '100 % / # ?']) {
      expect([fine, takes(fine)]).toEqual([fine, true]);
    }
  });

  test('may be blank only for a description', () => {
    for (const text of ['', ' ', '\n\t', '\u00A0\u3000'])
      expect([text, takes(text)]).toEqual([text, mayBeBlank]);
  });
});

test.each([
  ['task.add', { name: '\u200B' }],
  ['task.edit', { changes: { name: '\u00AD\u2800' } }],
  ['collection.add', { name: '\u3164' }],
  ['collection.edit', { changes: { name: '\uFE0F' } }],
] as const)('%s accepts an invisible name, since an older app allowed it', (name, given) => {
  expect(accepts(name, { ...GOOD[name], ...given })).toBe(true);
});

test('a name is stored in one form, however its letters were composed, and a description as it was written', () => {
  const decomposed = 'Cafe\u0301';
  const args = parseArgs('task.add', { ...task, name: decomposed, description: decomposed });
  expect([args.name, args.description]).toEqual(['Caf\u00E9', decomposed]);
  // A name of an older app may get longer in that form, and is still accepted.
  const long = '\u0958'.repeat(LIMITS.taskName);
  expect(accepts('task.add', { ...task, name: long })).toBe(true);
});

describe('single fields', () => {
  test('a day is a real calendar day', () => {
    const takes = (date: unknown) => accepts('task.add', { ...task, date });

    for (const fine of ['0001-01-01', '2024-02-29', '9999-12-31']) expect(takes(fine)).toBe(true);
    for (const bad of [
      '',
      '0000-01-01',
      '2026-02-30',
      '2026-6-15',
      '2026-06-15T00:00',
      '10000-01-01',
      20260615,
    ]) {
      expect([bad, takes(bad)]).toEqual([bad, false]);
    }
  });

  test('a color is one of the twelve, in their exact spelling', () => {
    const takes = (color: unknown) => accepts('collection.add', { ...GOOD['collection.add'], color });

    expect(takes('#b1de8e')).toBe(true);
    for (const bad of ['', '#B1DE8E', '#ffcc33', '#000000', 'Sunglow', 0xffcc33])
      expect(takes(bad)).toBe(false);
  });

  test('a priority is one of four whole numbers, and may be left out', () => {
    const takes = (priority: unknown) => accepts('task.add', { ...task, priority });

    for (const fine of [1, 2, 3, 4]) expect(takes(fine)).toBe(true);
    for (const bad of [0, 5, 1.5, '1', null, undefined, NaN]) expect([bad, takes(bad)]).toEqual([bad, false]);
    expect(accepts('task.add', task)).toBe(true);
  });

  test('an edit names any of the settable fields, and none as undefined', () => {
    const takes = (changes: unknown) => accepts('task.edit', { id, changes, at });

    expect(takes({})).toBe(true);
    expect(takes({ name: 'A', description: '', date: '2026-06-15', collectionId, priority: 1 })).toBe(true);
    for (const field of ['name', 'description', 'date', 'collectionId', 'priority']) {
      // Null is a valid date: none.
      for (const bad of field === 'date' ? [undefined, 7] : [undefined, null, 7])
        expect([field, takes({ [field]: bad })]).toEqual([field, false]);
    }
    for (const field of ['id', 'labels', 'completedAt', 'deletedAt', 'createdAt', 'updatedAt', 'color']) {
      expect([field, takes({ [field]: null })]).toEqual([field, false]);
    }
  });
});

describe('an edit of a collection', () => {
  const takes = (changes: unknown) => accepts('collection.edit', { id, changes, at });

  test('names any of the three fields, and none as undefined', () => {
    expect(takes({})).toBe(true);
    expect(takes({ name: 'A', color: '#FFCC33', position: 7 })).toBe(true);
    for (const field of ['name', 'color', 'position']) {
      for (const bad of [undefined, null, [], 'x'.repeat(LIMITS.collectionName + 1)])
        expect([field, takes({ [field]: bad })]).toEqual([field, false]);
    }
    for (const field of ['id', 'createdAt', 'deletedAt', 'version']) {
      expect([field, takes({ [field]: 7 })]).toEqual([field, false]);
    }
  });

  test('accepts any finite position', () => {
    for (const fine of [-1, 0, 0.1, 5e-324, Number.MAX_VALUE]) expect(takes({ position: fine })).toBe(true);
    for (const bad of [Number.NaN, Infinity, -Infinity, '1', 1n]) {
      expect([String(bad), takes({ position: bad })]).toEqual([String(bad), false]);
    }
  });
});

describe('a mutation', () => {
  test('is an id, a name and its arguments, read as they were sent', () => {
    fc.assert(
      fc.property(anyMutations(10), (mutations) => {
        for (const each of mutations) expect(parseMutation(JSON.parse(JSON.stringify(each)))).toEqual(each);
      }),
    );
  });

  test.each([
    null,
    undefined,
    7,
    'task.add',
    [],
    {},
    { ...addTask(1), id: undefined },
    { ...addTask(1), id: 'mutation-1' },
    { ...addTask(1), name: undefined },
    { ...addTask(1), name: 'task.fly' },
    { ...addTask(1), name: 'constructor' },
    { ...addTask(1), name: '__proto__' },
    { ...addTask(1), name: 'hasOwnProperty' },
    { ...addTask(1), name: ['task.add'] },
    { ...addTask(1), args: undefined },
    { ...addTask(1), args: addCollection(1).args },
    { ...addTask(1), userId: 'bob' },
    JSON.parse('{"__proto__":{"id":"x"}}'),
  ])('is rejected in any other form: %j', (bad) => {
    expect(() => parseMutation(bad)).toThrow(InvalidValue);
  });

  test('that is invalid is described by its field, and never quotes the user', () => {
    const secret = 'x'.repeat(LIMITS.taskName);
    const long = { ...addTask(1), args: { ...task, name: `${secret}!` } };

    expect(() => parseMutation(long)).toThrow(/^task\.add: args\.name (?!.*x{3})/u);
    expect(() => parseArgs('task.edit', { id, changes: { date: 'secret' }, at })).toThrow(
      /^task\.edit: args\.changes\.date must be a calendar day/u,
    );
  });
});
