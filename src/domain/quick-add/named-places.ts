import { afterListedDays } from '#src/domain/quick-add/grammar/listed-days.ts';
import type { Reader } from '#src/domain/quick-add/grammar/reader.ts';
import { afterTwoTimes } from '#src/domain/quick-add/grammar/two-times.ts';
import type { Place } from './choose.ts';
import type { Reading } from './reading.ts';

/** The places of repeats and days that no task can have. */
export function unsayable(r: Reader): Place[] {
  return r.tokens.flatMap((_, at) => {
    if (!r.canBegin(at)) return [];
    const next = r.is(at, 'every') ? afterTwoTimes(r, at) : afterListedDays(r, at);
    return next === null ? [] : [{ at, next }];
  });
}

/** Tells if a reading lies within one of these places, or begins within: a part of a name belongs to the name. */
export function insideOf(places: readonly Place[], length: number): (reading: Reading) => boolean {
  const reach = new Uint32Array(length + 1);
  for (const { at, next } of places) reach[at] = Math.max(reach[at] ?? 0, next);
  for (let at = 1; at <= length; at++) reach[at] = Math.max(reach[at] ?? 0, reach[at - 1] ?? 0);
  return ({ at, next }) => (reach[at] ?? 0) >= next || (reach[at - 1] ?? 0) > at;
}
