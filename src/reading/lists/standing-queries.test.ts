import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from './presence.ts';
import { StandingQueries } from './standing-queries.ts';

interface Row {
  readonly id: string;
  readonly rank: number;
  readonly text: string;
}

const compare = (a: Row, b: Row) => a.rank - b.rank || (a.id < b.id ? -1 : Number(a.id !== b.id));
const PREDICATES = {
  low: ({ rank }: Row) => rank < 3,
  a: ({ text }: Row) => text === 'a',
  not: ({ text }: Row) => text !== 'a',
  all: () => true,
  none: () => false,
};

const someRow = fc.record({
  id: fc.integer({ min: 1, max: 40 }).map(String),
  rank: fc.integer({ min: 0, max: 6 }),
  text: fc.constantFrom('a', 'b'),
});
const someChange = fc.oneof(
  { weight: 4, arbitrary: someRow },
  { weight: 1, arbitrary: fc.nat(40).map(String) },
);

test('[V2] a kept query has the rows of a filter over all rows, after any change, read or not', () => {
  const steps = fc.array(
    fc.record({ changes: fc.array(someChange, { maxLength: 60 }), reads: fc.boolean() }),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const rows = new Map<string, Row>();
      const queries = new StandingQueries<Row>({
        find: (id) => rows.get(id),
        all: () => rows.values(),
        compare,
      });
      for (const [key, holds] of Object.entries(PREDICATES)) queries.stand(key, holds);
      for (const { changes, reads } of all) {
        const told = new Map<string, Change<Row>>();
        for (const each of changes) {
          const id = typeof each === 'string' ? each : each.id;
          told.set(id, { before: rows.get(id), after: typeof each === 'string' ? undefined : each });
        }
        const before = Object.values(PREDICATES).map((holds) => naive(rows, holds));
        const moves = queries.leave([...told.values()]);
        for (const [id, { after }] of told) {
          if (after) rows.set(id, after);
          else rows.delete(id);
        }
        const changed = new Set(queries.enter(moves));
        for (const [index, [key, holds]] of Object.entries(PREDICATES).entries()) {
          const expected = naive(rows, holds);
          expect(queries.count(key)).toBe(expected.length);
          expect(reads ? queries.ids(key) : expected).toEqual(expected);
          // A query that is not named as changed has the same rows as before.
          expect(changed.has(key) ? expected : before[index]).toEqual(expected);
        }
      }
    }),
  );
});

test('[V2] a query that was dropped or never kept has no rows', () => {
  const queries = new StandingQueries<Row>({ find: () => undefined, all: () => [], compare });
  queries.stand('all', () => true);
  expect(queries.ids('all')).toEqual([]);
  queries.drop('all');
  expect([queries.ids('all'), queries.count('all'), queries.ids('other')]).toEqual([undefined, 0, undefined]);
});

test('[V5] a query that matches 100,000 rows is counted, listed in order, and follows a change', () => {
  const rows = new Map<string, Row>();
  for (let n = 0; n < 100_000; n++) rows.set(`${n}`, { id: `${n}`, rank: (n * 7) % 100_000, text: 'a' });
  const queries = new StandingQueries<Row>({
    find: (id) => rows.get(id),
    all: () => rows.values(),
    compare,
  });
  queries.stand('all', () => true);
  expect(queries.count('all')).toBe(100_000);
  expect(queries.ids('all')).toEqual(naive(rows, () => true));
  const before = rows.get('5');
  const moves = queries.leave([{ before, after: undefined }]);
  rows.delete('5');
  expect(queries.enter(moves)).toEqual(['all']);
  expect(queries.count('all')).toBe(99_999);
  expect(queries.ids('all')).not.toContain('5');
});

function naive(rows: ReadonlyMap<string, Row>, holds: (row: Row) => boolean): string[] {
  return [...rows.values()]
    .filter(holds)
    .toSorted(compare)
    .map(({ id }) => id);
}
