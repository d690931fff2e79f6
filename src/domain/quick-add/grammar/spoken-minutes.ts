import { DAY } from '#src/domain/repeat/due.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { halfWord, NOON, type Clock } from './halves.ts';
import type { Read, Reader } from './reader.ts';

/** The offset in minutes from the hour behind these words. */
const SHIFTS = [
  ['halfPast', 30],
  ['halfTo', -30],
  ['quarterPast', 15],
  ['quarterTo', -15],
] as const;

/** `half past 5`, `quarter to 6`, `halb acht`, `ten past four`, `vijf voor half negen`. */
export function readSpoken(r: Reader, at: number): Clock | null {
  return shifted(r, at) ?? counted(r, at) ?? less(r, at);
}

function shifted(r: Reader, at: number): Clock | null {
  for (const [role, shift] of SHIFTS) {
    const found = r.find(at, role);
    const hour = found && hourAt(r, found.next);
    if (hour) return clockOf(r, hour.value + shift, hour.next, true);
  }
  return null;
}

/** Minutes before the words for an hour: `twenty past 4`, `zehn vor halb neun`, `dez para as nove`. */
function counted(r: Reader, at: number): Clock | null {
  const count = r.number(at);
  if (!count || count.value < 1 || count.value > 59) return null;
  const unit = r.find(count.next, 'unit');
  const isNamed = unit?.value === 'minute' && unit.next > count.next;
  const sign = isNamed ? unit.next : count.next;
  for (const [role, direction] of [
    ['minutesPast', 1],
    ['minutesTo', -1],
  ] as const) {
    const found = r.find(sign, role);
    if (!found) continue;
    // `10 to 6` is a range, and `five to ten people` a number.
    const isRange = r.is(sign, 'to') && !isNamed;
    if (isRange && (r.digits(at) !== null || r.isAfter(at, 'from'))) continue;
    const half = r.find(found.next, 'halfTo');
    const hour = hourAt(r, half?.next ?? found.next);
    if (!hour) continue;
    const shift = (half ? -30 : 0) + direction * count.value;
    return clockOf(r, hour.value + shift, hour.next, !isRange || r.isAfter(at, 'at'));
  }
  return null;
}

/** `za dziesięć dziewiąta`: the minutes that are left until an hour, which is a word. */
function less(r: Reader, at: number): Clock | null {
  const begin = r.find(at, 'lessMinutes');
  const count = begin && r.number(begin.next);
  if (!count || count.value < 1 || count.value > 59 || r.digits(count.next)) return null;
  const hour = hourAt(r, count.next);
  return hour && clockOf(r, hour.value - count.value, hour.next, true);
}

/** An hour as minutes, in digits or as a word; also `noon`. */
function hourAt(r: Reader, at: number): Read<number> | null {
  const named = r.find(at, 'time');
  if (named) return { value: minutesOf(named.value as TimeOfDay), next: named.next };
  const hour = r.number(at);
  if (!hour || hour.value < 1 || hour.value > 24 || (r.isGlued(at) && r.digits(at))) return null;
  const isCount =
    r.is(hour.next, 'counted') ||
    (r.is(hour.next, 'unit') && !r.is(hour.next, 'oclock')) ||
    isSplit(r, hour.next);
  return isCount ? null : { value: hour.value * 60, next: hour.next };
}

/** `4:15` and `4,5` after other words are times and numbers of their own. */
function isSplit(r: Reader, at: number): boolean {
  return (
    r.isGlued(at) &&
    /^[:.,/-]$/.test(r.tokens[at]?.text ?? '') &&
    r.isGlued(at + 1) &&
    r.digits(at + 1) !== null
  );
}

function clockOf(r: Reader, minutes: number, at: number, isClear: boolean): Clock {
  const next = r.skip(at, 'oclock');
  const half = halfWord(r, next);
  const minute = (minutes + DAY) % DAY;
  if (half)
    return {
      minute: half.minuteOf(minute % NOON),
      next: half.next,
      hasHalf: true,
      isSaid: true,
      isClear: true,
    };
  return { minute, next, hasHalf: minute >= 13 * 60, isSaid: false, isClear };
}

/**
 * Minutes behind an hour: `8 Uhr 30`, `huit heures et demie`, `nueve menos diez`. `isSpelled`: the hour is a
 * word, so that a number alone may follow it: `eight thirty`.
 */
export function minutesAfter(r: Reader, at: number, isSpelled: boolean): Read<number> | null {
  const oclock = r.find(at, 'oclock');
  for (const from of oclock ? [at, oclock.next] : [at]) {
    for (const [role, value] of [
      ['plusHalf', 30],
      ['plusQuarter', 15],
      ['minusQuarter', -15],
    ] as const) {
      const found = r.find(from, role);
      if (found && !r.isGlued(from)) return { value, next: found.next };
    }
    for (const [role, direction] of [
      ['plusMinutes', 1],
      ['minusMinutes', -1],
    ] as const) {
      const sign = r.find(from, role);
      const count = sign && plainMinutes(r, sign.next);
      if (count && count.value % 5 === 0) return { value: direction * count.value, next: count.next };
    }
  }
  if (!oclock && !isSpelled) return null;
  const from = oclock?.next ?? at;
  const isDigits = r.digits(from) !== null;
  const alone = isDigits && !oclock ? null : plainMinutes(r, from);
  return alone && (isDigits ? r.tokens[from]?.key.length === 2 : alone.value % 5 === 0) ? alone : null;
}

/** A number of minutes that counts nothing else. */
function plainMinutes(r: Reader, at: number): Read<number> | null {
  const count = r.isGlued(at) ? null : r.number(at);
  if (!count || count.value < 1 || count.value > 59) return null;
  const unit = r.find(count.next, 'unit');
  if (unit && unit.value !== 'minute') return null;
  return r.is(count.next, 'counted') ||
    isSplit(r, count.next) ||
    (r.isGlued(count.next) && /^[%€$]$/.test(r.tokens[count.next]?.text ?? ''))
    ? null
    : { value: count.value, next: unit?.next ?? count.next };
}
