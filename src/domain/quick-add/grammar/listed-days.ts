import { monthDay } from './month-days.ts';
import { numericDay } from './numeric-days.ts';
import type { Reader } from './reader.ts';

/** The token after several dates: `apr 15, jun 15 and sep 15`. A task has one, so that all of them are text. */
export function afterListedDays(r: Reader, at: number): number | null {
  const first = monthDay(r, at) ?? numericDay(r, at);
  let next = first?.next ?? at;
  let count = first ? 1 : 0;
  for (let more = first; more; count += more ? 1 : 0) {
    const and = r.find(next, 'and');
    const start = and ? r.skip(and.next, 'and') : next;
    more = and && (monthDay(r, start) ?? numericDay(r, start));
    next = more?.next ?? next;
  }
  return count > 1 ? next : null;
}
