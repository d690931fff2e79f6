import { DAY } from '#src/domain/repeat/due.ts';
import type { Read, Reader } from './reader.ts';
import { halfWord, NOON, type Clock } from './halves.ts';
import { minutesAfter, readSpoken } from './spoken-minutes.ts';

/** Hours and minutes, spoken or written, without the words before them. */
export function readClock(r: Reader, at: number): Clock | null {
  return r.canBegin(at) ? r.once(clockAt, at) : null;
}

function clockAt(r: Reader, at: number): Clock | null {
  const time = readSpoken(r, at) ?? written(r, at);
  // `8ish`, `um 8 herum`
  const about = time && r.find(time.next, 'roughly');
  return about ? { ...time, next: about.next, isRough: true } : time;
}

function written(r: Reader, at: number): Clock | null {
  const hours = r.digits(at) ?? spelledHour(r, at);
  if (!hours) return null;
  let hour = Number(hours.value);
  let minute: number | null = null;
  let { next } = hours;
  const isSpelled = r.digits(at) === null;
  if (hours.value.length > 2) {
    // `930am`, `1730`. Three digits alone are a measure more often: `at 220`.
    [hour, minute] = [Math.floor(hour / 100), hour % 100];
    const isMarked = halfWord(r, next) !== null || r.is(next, 'oclock');
    if (!isMarked && (hours.value.length === 3 || !r.isAfter(at, 'at'))) return null;
  } else {
    const minutes = minutesBehind(r, next);
    if (minutes) ({ value: minute, next } = minutes);
  }
  if (minute !== null && minute > 59) return null;
  const spoken = minute === null ? minutesAfter(r, next, isSpelled) : null;
  const from = spoken ?? { value: minute ?? 0, next };
  const half = halfWord(r, from.next);
  if (half) {
    // `15:15 de la tarde`, but not `13pm`.
    const isPhrase = half.next > from.next + 1 && half.minuteOf(0) > 0;
    if (hour < 1 || hour > (isPhrase ? 23 : 12)) return null;
    if (hour > 12)
      return { minute: hour * 60 + from.value, next: half.next, hasHalf: true, isSaid: false, isClear: true };
    return {
      minute: half.minuteOf(((hour % 12) * 60 + from.value + NOON) % NOON),
      next: half.next,
      hasHalf: true,
      isSaid: true,
      isClear: true,
    };
  }
  // `24:00` is no time, and `12 o'clock` means noon.
  if (hour > 23) return null;
  const oclock = spoken ? null : r.find(next, 'oclock');
  const isLong = hour >= 13 || hours.value.startsWith('0');
  return {
    minute: (hour * 60 + from.value + DAY) % DAY,
    next: oclock?.next ?? from.next,
    hasHalf: isLong,
    isSaid: false,
    isClear: minute !== null || spoken !== null || oclock !== null,
  };
}

/** `seven o'clock`, `at seven`, `siete y media`. */
function spelledHour(r: Reader, at: number): Read<string> | null {
  const word = r.find(at, 'number');
  if (!word || word.value > 24) return null;
  const isHour =
    r.is(word.next, 'oclock') ||
    minutesAfter(r, word.next, false) !== null ||
    (r.isAfter(at, 'at') && (word.value > 1 || r.is(at, 'oneHour')));
  return isHour ? { value: String(word.value), next: word.next } : null;
}

/** `:30`, `.30` and `h30` after hours. A dot needs another word that marks a time, or `tomorrow` before it. */
function minutesBehind(r: Reader, at: number) {
  const sign = r.tokens[at];
  if (!sign?.isGlued || !r.isGlued(at + 1)) return null;
  const isHour = r.is(at, 'oclock') && sign.text.length === 1 && sign.kind === 'word';
  if (sign.text !== ':' && sign.text !== '.' && !isHour) return null;
  const minutes = r.digits(at + 1, 2);
  if (minutes?.value.length !== 2) return null;
  const isBehindDay = r.isAfter(at - 1, 'offset') && r.isLoose(minutes.next);
  const isMarked =
    halfWord(r, minutes.next) || r.is(minutes.next, 'oclock') || r.isAfter(at - 1, 'at') || isBehindDay;
  if (sign.text === '.' && !isMarked) return null;
  // `10:30:15`, `1.5.3`
  if (
    r.isGlued(minutes.next) &&
    /^[:.]$/.test(r.tokens[minutes.next]?.text ?? '') &&
    r.isGlued(minutes.next + 1)
  )
    return null;
  return { value: Number(minutes.value), next: minutes.next };
}
