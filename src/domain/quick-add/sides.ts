import type { Reader } from '#src/domain/quick-add/grammar/reader.ts';
import type { Reading } from './reading.ts';

/** Weak days with the part of the day behind them, which make each other sure: `sat morning`. */
export function pairs(weak: readonly Reading[], isAtEdge: (one: Reading) => boolean): readonly Reading[] {
  const isDay = ({ found, strength }: Reading) => found[0]?.kind === 'date' && strength !== 'behind';
  const days = new Map(weak.filter(isDay).map((one) => [one.next, one]));
  return weak
    .filter(({ found, strength }) => found[0]?.kind === 'time' && strength === 'behind')
    .flatMap((time) => {
      const day = isAtEdge(time) ? days.get(time.at) : undefined;
      return day ? [day, time] : [];
    });
}

/** Without days that are a part of the day before them: `Montag morgen`. */
export function withoutDoubles(readings: readonly Reading[], r: Reader): readonly Reading[] {
  const isDate = ({ found }: Reading) => found.length === 1 && found[0]?.kind === 'date';
  const ends = new Set(readings.filter(isDate).map(({ next }) => next));
  return readings.filter((one) => !(isDate(one) && ends.has(one.at) && r.is(one.at, 'dayPart')));
}

/** The tokens where readings begin, and the tokens after their ends. */
export interface Sides {
  readonly begins: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
}

export function sidesOf(readings: readonly Reading[]): Sides {
  const timed = readings.filter(({ found }) => found[0]?.kind !== 'priority');
  return { begins: new Set(timed.map(({ at }) => at)), ends: new Set(timed.map(({ next }) => next)) };
}
