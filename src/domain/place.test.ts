import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  byPlace,
  isPlace,
  PLACE_LENGTH,
  placeBetween,
  placeOf,
  placesBetween,
  placesToMove,
  type Placed,
  type PlaceChange,
} from './place.ts';

const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const row = (n: number, createdAt: number, place = ''): Placed => ({ id: idOf(n), createdAt, place });
const NOW = Date.UTC(2026, 10, 24);

/** Numbers like those of `Math.random`, but from a seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const anyRandom = fc.noShrink(fc.integer()).map(randomOf);

/** A list with rows that the test moves as users do. */
class List {
  rows: Placed[];
  readonly random: () => number;
  /** The number of written rows. */
  writes = 0;

  constructor(rows: Placed[], random: () => number) {
    this.rows = rows.toSorted(byPlace);
    this.random = random;
  }

  get ids() {
    return this.rows.map(({ id }) => id);
  }

  get longest() {
    return Math.max(...this.rows.map(({ place }) => place.length));
  }

  changes(moved: readonly string[], index: number): PlaceChange[] {
    const others = this.ids.filter((id) => !moved.includes(id));
    const places = new Map(this.rows.map((row) => [row.id, row]));
    return placesToMove(moved, others, index, (id) => placeOf(places.get(id)!), this.random);
  }

  take(changes: readonly PlaceChange[]) {
    const places = new Map(changes.map(({ id, place }) => [id, place]));
    this.rows = this.rows
      .map((row) => ({ ...row, place: places.get(row.id) ?? row.place }))
      .toSorted(byPlace);
    this.writes += changes.length;
  }

  move(from: number, to: number) {
    const { id } = this.rows[from]!;
    this.take(this.changes([id], to));
  }
}

const anyPlace = fc
  .oneof(
    fc.stringMatching(/^[0-9A-Za-z]{0,12}[1-9A-Za-z]$/),
    fc.stringMatching(/^[0z]{0,12}[1z]$/),
    fc
      .record({ createdAt: fc.integer({ min: 0, max: 8.64e15 }), n: fc.nat() })
      .map(({ n, createdAt }) => placeOf(row(n, createdAt))),
  )
  .filter(isPlace);

test('[T6] a place lies strictly between its neighbors', () => {
  fc.assert(
    fc.property(
      fc.option(anyPlace), fc.option(anyPlace), fc.integer({ min: 1, max: 100 }), anyRandom,
      (a, b, count, random) => {
        const [before, after] = a !== null && b !== null && a > b ? [b, a] : [a, b];
        fc.pre(before === null || before !== after);

        const places = placesBetween(before, after, count, random);

        const all = [before ?? '', ...places, ...(after === null ? [] : [after])];
        expect(places).toHaveLength(count);
        for (const [i, place] of all.slice(1).entries()) expect(all[i]! < place, `${all[i]} < ${place}`).toBe(true);
        for (const place of places) expect(place).toMatch(/^[0-9A-Za-z]*[1-9A-Za-z]$/);
      },
    ),
    { numRuns: 2000 },
  );
}); // prettier-ignore

test('[T6] after equal or wrongly ordered places, it follows the first one', () => {
  fc.assert(
    fc.property(anyPlace, anyPlace, anyRandom, (a, b, random) => {
      const [later, earlier] = a > b ? [a, b] : [b, a];

      const place = placeBetween(later, earlier, random);

      expect(place > later).toBe(true);
      expect(place.length).toBeLessThan(later.length + 5);
    }),
  );
});

test('[T6] rows that were never moved are ordered by creation, and those of one millisecond by id', () => {
  const instants = [0, 1, 61, 62, NOW, NOW + 1, 8.64e15];
  const rows = instants.flatMap((createdAt) => [row(1, createdAt), row(2, createdAt)]);

  const places = rows.map(placeOf);

  expect(places.every(isPlace)).toBe(true);
  expect(places.toSorted()).toEqual(places);
  expect(new Set(places).size).toBe(rows.length);
  expect(rows.toReversed().toSorted(byPlace)).toEqual(rows);
  expect(rows.map((each) => ({ ...each, place: placeOf(each) })).toSorted(byPlace)).toEqual(rows.map((each) => ({ ...each, place: placeOf(each) })));
}); // prettier-ignore

test('[T6] a row moved to the end comes before rows created later', () => {
  const random = randomOf(1);
  const list = new List([row(1, NOW), row(2, NOW + 1000), row(3, NOW + 2000)], random);
  list.move(0, 2);
  list.move(1, 0);
  list.rows = [...list.rows, row(4, NOW + 2010)].toSorted(byPlace);

  expect(list.ids).toEqual([3, 2, 1, 4].map(idOf));
});

test('[T6] the first place of all comes before new rows', () => {
  const place = placeBetween(null, null, randomOf(1));
  expect(place < placeOf(row(1, NOW))).toBe(true);
});

test('[T6] two devices put rows at one spot: all stay, in one order, and rows moved together stay together', () => {
  fc.assert(
    fc.property(anyRandom, anyRandom, fc.boolean(), (one, other, isMoved) => {
      const [before, after] = isMoved ? ['V', 'W'] : [placeOf(row(1, NOW)), placeOf(row(2, NOW))];
      const a = placesBetween(before, after, 20, one).map((place, i) => row(100 + i, NOW, place));
      const b = placesBetween(before, after, 20, other).map((place, i) => row(200 + i, NOW, place));

      const sorted = [...a, ...b].toSorted(byPlace);

      expect([...b, ...a].toSorted(byPlace)).toEqual(sorted);
      // In one case of 65,536, both draw the same place. The order is still one, but the groups mix.
      fc.pre(a[0]?.place !== b[0]?.place);
      const first = sorted[0] === a[0] ? [...a, ...b] : [...b, ...a];
      expect(sorted).toEqual(first);
    }),
  );
});

test('[T6] two devices put single rows at one spot: of 10,000 places nearly all differ', () => {
  const [one, other] = [randomOf(1), randomOf(2)];
  let same = 0;
  for (let n = 0; n < 10_000; n++) if (placeBetween('V', 'W', one) === placeBetween('V', 'W', other)) same++;
  expect(same).toBeLessThan(3);
});

test('[T6] among rows of one place, all later rows on the shorter side get new places', () => {
  const list = new List([row(1, 0, 'C'), ...[2, 3, 4, 5, 6].map((n) => row(n, 0, 'M')), row(7, 0, 'X')], randomOf(1));

  const changes = list.changes([idOf(7)], 5);

  expect(changes.map(({ id }) => id)).toEqual([7, 6].map(idOf));
  list.take(changes);
  expect(list.ids).toEqual([1, 2, 3, 4, 5, 7, 6].map(idOf));
}); // prettier-ignore

test('[T6] among rows without a place, only later rows get one', () => {
  const places = new Map([['a', ''], ['b', ''], ['c', ''], ['d', 'M']]); // prettier-ignore
  const changes = placesToMove(['x'], [...places.keys()], 1, (id) => places.get(id)!, randomOf(1));
  expect(changes.map(({ id }) => id)).toEqual(['x', 'b', 'c']);
  expect(changes.at(-1)!.place < 'M').toBe(true);
});

test('[T6] in an empty list, one row gets a place', () => {
  const changes = placesToMove(['x'], [], 0, () => '', randomOf(1));
  expect(changes).toEqual([{ id: 'x', place: expect.toSatisfy(isPlace) }]);
});

test('[T6] several rows move together', () => {
  const list = new List(Array.from({ length: 9 }, (_, n) => row(n, NOW)), randomOf(1));
  list.take(list.changes([7, 1, 5].map(idOf), 2));
  expect(list.ids).toEqual([0, 2, 7, 1, 5, 3, 4, 6, 8].map(idOf));
  expect(list.writes).toBe(3);
}); // prettier-ignore

test.for(['after the last one put there', 'before it', 'at either side'])(
  '[T6] 1,000 rows put into one gap, each %s: no place is too long, and few rows are placed anew',
  (side) => {
    const list = new List([row(0, NOW), row(1, NOW)], randomOf(1));
    let index = 1;
    for (let n = 2; n < 1002; n++) {
      list.rows.push(row(n, NOW));
      list.take(list.changes([idOf(n)], index));
      expect(list.rows[index]?.id).toBe(idOf(n));
      if (side === 'after the last one put there' || (side === 'at either side' && n % 2 === 0)) index++;
    }
    expect(list.longest).toBeLessThanOrEqual(PLACE_LENGTH);
    expect(list.writes).toBeLessThan(1500);
  },
);

test('[T6] 10,000 rows put at the end or the start keep short places', () => {
  let [first, last] = [placeOf(row(1, NOW)), placeOf(row(2, NOW))];
  const random = randomOf(1);
  for (let n = 0; n < 10_000; n++) {
    const [before, after] = [placeBetween(null, first, random), placeBetween(last, null, random)];
    expect(before < first && last < after).toBe(true);
    [first, last] = [before, after];
  }
  expect(Math.max(first.length, last.length)).toBeLessThan(14);
});

test('[T6] 20,000 random moves in 2,000 rows: each row is at its new place, by one write', () => {
  const random = randomOf(7);
  const ids = Array.from({ length: 2000 }, (_, n) => idOf(n));
  const places = new Map(ids.map((id, n) => [id, placeOf(row(n, NOW + n * 1000))]));
  const pick = (count: number) => Math.floor(random() * count);
  let longest = 0;
  for (let n = 0; n < 20_000; n++) {
    const [moved] = ids.splice(pick(ids.length), 1);
    const index = pick(ids.length + 1);
    const changes = placesToMove([moved!], ids, index, (id) => places.get(id)!, random);
    expect(changes).toHaveLength(1);
    ids.splice(index, 0, moved!);
    places.set(moved!, changes[0]!.place);
    longest = Math.max(longest, changes[0]!.place.length);
  }
  for (const [i, id] of ids.slice(1).entries()) expect(places.get(ids[i]!)! < places.get(id)!).toBe(true);
  expect(longest).toBeLessThan(20);
});

test('[T6] after moves to any places, the order is the wanted one', () => {
  const anyRows = fc.array(fc.oneof(fc.constant(''), fc.constantFrom('M', 'M1', 'z'.repeat(PLACE_LENGTH), `${'0'.repeat(PLACE_LENGTH - 1)}1`), anyPlace), { minLength: 1, maxLength: 12 });
  const anyMoves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 });
  fc.assert(
    fc.property(anyRows, anyMoves, anyRandom, (places, moves, random) => {
      const list = new List(places.map((place, n) => row(n, n % 3, place)), random);
      for (const [which, where] of moves) {
        const [from, to] = [which % list.rows.length, where % list.rows.length];
        const wanted = list.ids.toSpliced(from, 1).toSpliced(to, 0, list.ids[from]!);
        list.move(from, to);
        expect(list.ids).toEqual(wanted);
        expect(list.rows.every(({ place }) => place === '' || isPlace(place))).toBe(true);
      }
    }),
  );
}); // prettier-ignore

test.each(['', '0', 'M0', 'é', 'a b', '-', 'a'.repeat(PLACE_LENGTH + 1), 'M\n', 7, null])(
  '%j is no place',
  (value) => {
    expect(isPlace(value)).toBe(false);
  },
);
