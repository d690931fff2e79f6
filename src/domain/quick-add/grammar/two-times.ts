import type { Reader } from './reader.ts';
import { everyBody } from './repeat-bodies.ts';
import { weekdays } from './repeat-days.ts';
import { readTimeAt } from './times.ts';

/**
 * The token after a repeat with two times on different days: `every mon at 9am and wed at 10am`. No rule can
 * say it, so that all of it is text.
 */
export function afterTwoTimes(r: Reader, at: number): number | null {
  const body = r.once(everyBody, at);
  const days = body?.parts.byDay?.length ? body : null;
  const time = days && readTimeAt(r, days.next);
  const and = time && r.find(time.next, 'and');
  if (!and) return null;
  const again = r.skip(r.skip(and.next, 'and', 'every'), 'every', 'on');
  const other = weekdays(r, again);
  return other && (readTimeAt(r, other.next)?.next ?? null);
}
