import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainQuery } from './explain.ts';
import { parseQuery } from './parse.ts';
import { compileQuery, inList } from './predicate.ts';
import { printQuery } from './print.ts';
import type { QueryProblem } from './problem.ts';
import { allOf, not } from './query.ts';
import { readQuery } from './read.ts';
import { sampleId, task } from '#src/sync/testing/samples.ts';
import { CONTEXT, someQuery, someTask } from '#src/reading/query/testing/arbitrary-query.ts';
import { naivelyHolds } from '#src/reading/query/testing/naive.ts';

const queryOf = (text: string, context = CONTEXT) => {
  const read = readQuery(text, context);
  if ('problem' in read) throw new Error(`${text}: ${read.problem.message}`);
  return read.query;
};

const queryIn = (text: string) => {
  const parsed = parseQuery(text);
  return 'query' in parsed ? parsed.query : null;
};

const isPlace = ({ from, to }: QueryProblem, text: string) => 0 <= from && from <= to && to <= text.length;

describe('[V1] a printed query is read as the same query', () => {
  test('of any query', () => {
    fc.assert(
      fc.property(someQuery, (query) => {
        expect(parseQuery(printQuery(query))).toMatchObject({ query });
      }),
      { numRuns: 1_000 },
    );
  });

  test('of any text that can be read', () => {
    const parts = [
      'today',
      '#Work',
      '@"a b"',
      '!',
      '&',
      '|',
      '(',
      ')',
      ' ',
      'due before: -7d',
      'milk',
      '"',
      'no',
      ' date',
      'p1',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (written) => {
        const text = written.join('');
        const parsed = parseQuery(text);
        const isRight =
          'problem' in parsed
            ? isPlace(parsed.problem, text)
            : isDeepStrictEqual(queryIn(printQuery(parsed.query)), parsed.query);
        expect(isRight).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('[V1] a compiled query matches the same tasks as a naive reading, and its opposite all others', () => {
  fc.assert(
    fc.property(someQuery, fc.array(someTask, { minLength: 5, maxLength: 5 }), (query, tasks) => {
      const { holds } = compileQuery(query, CONTEXT);
      const opposite = compileQuery(queryOf(`!(${printQuery(query)})`), CONTEXT);
      for (const each of tasks) {
        const expected = naivelyHolds(query, each, CONTEXT);
        expect(holds(each)).toBe(expected);
        expect(opposite.holds(each)).toBe(!expected);
      }
    }),
    { numRuns: 700 },
  );
});

test('[V1] text and names are compared as the search compares them', () => {
  const named = (name: string) => task(1, { name });
  const asks = (text: string, context = CONTEXT) => compileQuery(queryOf(text, context), context);
  expect(asks('"OEUVRE"').holds(named('Mon œuvre'))).toBe(true);
  expect(asks('strasse').holds(named('Straße fegen'))).toBe(true);
  expect(asks('が').holds(named('か'))).toBe(false);
  const labels = [{ id: sampleId('label', 1), name: 'Ærø' }];
  expect(asks('@aero', { ...CONTEXT, labels }).holds(task(1, { labels: sampleId('label', 1) }))).toBe(true);
});

test('[V1] its meaning changes when it may match other tasks', () => {
  const meaning = (text: string, context = CONTEXT) => compileQuery(queryOf(text), context).meaning;
  const tomorrow = { ...CONTEXT, today: '2026-06-11' as typeof CONTEXT.today };
  const renamed = {
    ...CONTEXT,
    labels: CONTEXT.labels.map((label) => ({ ...label, name: `${label.name}2` })),
  };
  for (const text of ['today', 'overdue']) expect(meaning(text, tomorrow)).not.toBe(meaning(text));
  expect(meaning('p1 & #Work & milk', tomorrow)).toBe(meaning('p1 & #Work & milk'));
  expect(meaning('no label & #Work', renamed)).toBe(meaning('no label & #Work'));
  expect(meaning('@Work')).not.toBe(meaning('@"Garden club"'));
  expect(compileQuery(queryOf('@Work'), renamed).meaning).not.toBe(meaning('@Work'));
});

test('[V5] a list has open tasks, completed ones when its query asks for them, and no archived ones', () => {
  const inListOf = (text: string, fields: object) => {
    const query = queryOf(text);
    return inList(query, compileQuery(query, CONTEXT).holds)({ ...task(1), ...fields });
  };
  expect(inListOf('task', {})).toBe(true);
  expect(inListOf('task', { completedAt: 5 })).toBe(false);
  expect(inListOf('task', { isBelowCompleted: true })).toBe(false);
  expect(inListOf('task', { isArchived: true })).toBe(false);
  expect(inListOf('task & done', { completedAt: 5 })).toBe(true);
  expect(inListOf('completed after: 1970-01-01 | !done', { completedAt: 500_000_000_000 })).toBe(true);
});

describe('[V1] large queries get an answer', () => {
  const deep = (levels: number) => {
    let text = 'today';
    for (let level = 0; level < levels; level++) text = `!(p1 & (${text} | milk))`;
    return text;
  };

  test('every operator, nested 200 deep', () => {
    const query = queryOf(deep(200));
    expect(parseQuery(printQuery(query))).toMatchObject({ query });
    const { holds } = compileQuery(query, CONTEXT);
    expect(holds(task(1))).toBe(naivelyHolds(query, task(1), CONTEXT));
    const words = explainQuery(query, { readDays: CONTEXT.readDays, dayText: String });
    expect(words.match(/priority 1/g)).toHaveLength(200);
  });

  test('a group that is too deep is rejected with the place of the problem', () => {
    expect(parseQuery('('.repeat(16_000))).toEqual({
      problem: {
        from: 500,
        to: 501,
        message: 'More than 500 brackets lie one in the other here.',
        suggestion: null,
      },
    });
  });

  test.each(['!', '|', '&', '"', '#', '@', ' ', 'no ', 'due ', 'due before', '(', 'p1 | ', 'today&', 'a'])(
    'of 16,000 characters of %j',
    (part) => {
      const parsed = parseQuery(part.repeat(16_000 / part.length));
      expect('problem' in parsed || parseQuery(printQuery(parsed.query))).toBeTruthy();
    },
  );

  test('with many levels of collections, each of which is read a few times', () => {
    let reads = 0;
    const collections = Array.from({ length: 300 }, (_, n) => ({
      id: `${n}`,
      name: `Level ${n}`,
      get parentId() {
        reads += 1;
        return n === 0 ? null : `${n - 1}`;
      },
    }));
    const context = { ...CONTEXT, collections };
    const query = queryOf(Array(100).fill('(p1 & ##"Level 0")').join(' | '), context);
    expect(compileQuery(query, context).holds(task(1, { collectionId: '299', priority: 1 }))).toBe(true);
    expect(reads).toBeLessThan(1_000);
  });

  test.each(['#', '@', '/'])('an unknown name of 16,000 characters behind %s, among 1,000 others', (sign) => {
    const name = 'x'.repeat(16_000);
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ id: `${n}`, name: `${'x'.repeat(100)}${n}` }));
    const read = readQuery(`p1 & ${sign}${name}`, {
      ...CONTEXT,
      collections: rows.map((row) => ({ ...row, parentId: null })),
      sections: rows.map((row) => ({ ...row, collectionId: '1' })),
      labels: rows,
    });
    expect(read).toMatchObject({ problem: { from: 5, to: 16_006 } });
  });

  test('thousands of conditions', () => {
    const query = queryOf(Array.from({ length: 1_900 }, (_, n) => `!w${n}`).join(' & '));
    expect(query).toEqual(
      allOf(Array.from({ length: 1_900 }, (_, n) => not({ kind: 'text', text: `w${n}` }))),
    );
    expect(compileQuery(query, CONTEXT).holds(task(1))).toBe(true);
  });
});
