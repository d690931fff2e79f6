import type { Reading } from './reading.ts';
import type { Token } from './tokens.ts';

/** The kinds of parts that a task may have several of. */
const MANY = new Set(['label', 'reminder']);

/**
 * The readings that do not overlap and together explain most of the text. The longest comes first, since it
 * leaves the least unexplained; then a sign; then words at the end or the beginning of the text, where people
 * put them. A task has one reading of each kind, except labels and reminders.
 */
export function chooseBest(readings: readonly Reading[], tokens: readonly Token[]): Reading[] {
  const taken = new Uint8Array(tokens.length);
  const kinds = new Set<string>();
  const chosen: Reading[] = [];
  const times = endsOfTimes(readings);
  const weighed = readings.map((reading) => ({ reading, weight: weightOf(reading, tokens) }));
  for (const { reading } of weighed.toSorted((a, b) => b.weight - a.weight)) {
    const { found } = reading;
    const places = placesOf(reading);
    if (found.some(({ kind }) => kinds.has(kind))) continue;
    if (!goesWithout(reading, chosen)) continue;
    if (places.some(({ at, next }) => taken.subarray(at, next).includes(1))) continue;
    if (!isOneDate(reading, chosen, times)) continue;
    for (const { at, next } of places) taken.fill(1, at, next);
    for (const { kind } of found) if (!MANY.has(kind)) kinds.add(kind);
    chosen.push(reading);
  }
  return chosen.toSorted((a, b) => a.at - b.at);
}

/** The tokens from `at` to before `next`. */
export type Place = Pick<Reading, 'at' | 'next'>;

/** The places of a reading. A repeat has two when its end follows a time. */
export function placesOf({ at, next, repeat }: Reading): Place[] {
  return repeat?.tail ? [{ at, next }, repeat.tail] : [{ at, next }];
}

function weightOf(reading: Reading, tokens: readonly Token[]): number {
  const { at, next, isSign } = reading;
  const lengthOf = (one: Place) => (tokens[one.next - 1]?.to ?? 0) - (tokens[one.at]?.from ?? 0);
  const tail = reading.repeat?.tail;
  const length = lengthOf(reading) + (tail ? lengthOf(tail) : 0);
  const place = next === tokens.length ? 2 : at === 0 ? 1 : 0;
  return (isSign ? 10_000 : 0) + length * 4 + place;
}

/** Says if a reading and the chosen ones agree on having a date: `no date` has no time and no repeat. */
function goesWithout(reading: Reading, chosen: readonly Reading[]): boolean {
  const isNone = ({ found }: Reading) => found.some(({ kind, value }) => kind === 'date' && value === null);
  const isDated = (one: Reading) => has(one, 'time') || has(one, 'repeat');
  return !(isNone(reading) ? chosen.some(isDated) : isDated(reading) && chosen.some(isNone));
}

/**
 * A repeat has a day of its own. Another day counts as its first one only directly beside it, or with nothing
 * but a time between them.
 */
function isOneDate(reading: Reading, chosen: readonly Reading[], times: EndsOfTimes): boolean {
  const [mine, others] = has(reading, 'repeat') ? ['repeat', 'date'] : ['date', 'repeat'];
  if (!has(reading, mine)) return true;
  const other = chosen.find((one) => has(one, others));
  if (!other) return true;
  const [before, after] = other.at < reading.at ? [other, reading] : [reading, other];
  return before.next === after.at || times.get(before.next)?.has(after.at) === true;
}

/** The ends of the times without a day, by their beginnings. */
type EndsOfTimes = ReadonlyMap<number, ReadonlySet<number>>;

function endsOfTimes(readings: readonly Reading[]): EndsOfTimes {
  const ends = new Map<number, Set<number>>();
  for (const one of readings)
    if (has(one, 'time') && !has(one, 'date'))
      ends.set(one.at, (ends.get(one.at) ?? new Set<number>()).add(one.next));
  return ends;
}

function has({ found }: Reading, kind: string): boolean {
  return found.some((one) => one.kind === kind);
}
