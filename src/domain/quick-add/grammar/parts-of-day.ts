import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { inHalf, NOON, type Clock } from './halves.ts';
import type { Reader } from './reader.ts';

/** A part of the day: `morning`, `in the evening`, `this afternoon`, `tonight`. */
export interface PartOfDay {
  /** The minute that the words mean on their own. */
  readonly usual: number;
  readonly next: number;
  /** The day that the words say too, as its distance from today: 0 in `tonight`. Null if they say none. */
  readonly ahead: number | null;
  /** True when one word says both: `tonight`. */
  readonly isWord: boolean;
  readonly isIntroduced: boolean;
}

/** From this minute on, a word for a part of the day means the night. */
export const NIGHT = 20 * 60;

export function readPartOfDay(r: Reader, at: number): PartOfDay | null {
  const word = r.find(at, 'todayAt');
  if (word) {
    const [time, ahead = '0'] = word.value.split(' ').toReversed();
    return {
      usual: minutesOf(time as TimeOfDay),
      next: word.next,
      ahead: Number(ahead),
      isWord: true,
      isIntroduced: true,
    };
  }
  const today = r.find(at, 'this');
  const begin = today?.next ?? r.skip(at, 'inThe');
  const part = r.find(begin, 'dayPart');
  return (
    part && {
      usual: minutesOf(part.value as TimeOfDay),
      next: part.next,
      ahead: today ? 0 : null,
      isWord: false,
      isIntroduced: begin !== at || r.find(at, 'partAdverb')?.next === part.next,
    }
  );
}

/**
 * The part of the day behind a clock. `isBound`: a word joins the two (`9 in the morning`). A word that is
 * also a day (`8 Uhr morgen`) is that day.
 */
export function partBehind(r: Reader, at: number): (PartOfDay & { readonly isBound: boolean }) | null {
  const joined = r.find(at, 'ofThe');
  const of = joined && r.find(joined.next, 'dayPart');
  if (of)
    return {
      usual: minutesOf(of.value as TimeOfDay),
      next: of.next,
      ahead: null,
      isWord: false,
      isIntroduced: true,
      isBound: true,
    };
  if (r.is(at, 'offset')) return null;
  const part = readPartOfDay(r, at);
  return part && { ...part, isBound: part.isIntroduced };
}

/**
 * The minute of a clock beside a word for a part of the day. A night begins at most four hours before its
 * usual time: `3 Uhr nachts` is after midnight.
 */
export function withUsual(clock: Pick<Clock, 'minute' | 'hasHalf'>, usual: number): number {
  const late = inHalf(clock, usual >= NOON);
  return usual >= NIGHT && !clock.hasHalf && late < usual - 4 * 60 ? late % NOON : late;
}
