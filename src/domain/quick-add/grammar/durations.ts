import { MAX_DURATION } from '#src/domain/time/duration.ts';
import type { Strength } from './day-read.ts';
import type { Reader } from './reader.ts';
import { spanOf } from './spans.ts';

export interface DurationRead {
  readonly minutes: number;
  readonly next: number;
}

/** `for 30 min`, `2h`, `1h30`. */
export function readDurationAt(
  r: Reader,
  at: number,
): (DurationRead & { readonly strength: Strength }) | null {
  const begin = r.skip(at, 'for');
  const found = durationAt(r, begin);
  if (!found || found.minutes < 1 || found.minutes > MAX_DURATION || r.is(found.next, 'of')) return null;
  if (begin === at && (r.isAfter(at, 'comparing') || r.isAfter(at, 'at'))) return null;
  const long = r.find(found.next, 'long');
  if (long) return { ...found, next: long.next, strength: 'sure' };
  if (begin !== at) return { ...found, strength: 'sure' };
  // Metres are no minutes: `swim 400m`.
  const isMetres =
    found.next === at + 2 && r.tokens[at + 1]?.text.length === 1 && unitAt(r, at + 1)?.minutes === 1;
  return r.digits(at) ? { ...found, strength: isMetres ? 'beside' : 'edge' } : null;
}

/** `30 min`, `1.5 hours`, `1h30m`, `half an hour`, `an hour`. */
export function durationAt(r: Reader, at: number): DurationRead | null {
  const span = r.find(at, 'span');
  const [count, named] = span ? spanOf(span.value) : [];
  if (span && count !== undefined && named === 'minute') return { minutes: count, next: span.next };
  const half = r.find(at, 'half');
  const ofHalf = half && unitAt(r, half.next);
  if (ofHalf) return { minutes: ofHalf.minutes / 2, next: ofHalf.next };
  const first = amount(r, at);
  if (!first) return null;
  if (first.unit === 1) return { minutes: Math.round(first.value), next: first.next };
  const minutes = Math.round(first.value * 60);
  // `1h30`, `1h 30m`, `1 hour and 30 minutes`
  const joined = r.isGlued(first.next) ? r.digits(first.next, 2) : null;
  if (joined && Number(joined.value) < 60) {
    const sign = unitAt(r, joined.next);
    const next = sign?.minutes === 1 && r.isGlued(joined.next) ? sign.next : joined.next;
    return r.isGlued(next) && r.tokens[next]?.kind !== 'sign'
      ? null
      : { minutes: minutes + Number(joined.value), next };
  }
  const rest = amount(r, r.skip(first.next, 'and'));
  if (rest?.unit === 1) return { minutes: minutes + Math.round(rest.value), next: rest.next };
  return { minutes, next: first.next };
}

function amount(r: Reader, at: number): { value: number; unit: 1 | 60; next: number } | null {
  const number = decimal(r, at) ?? r.number(at);
  const unit = number && unitAt(r, number.next);
  if (!unit || (unit.isLetter && !r.isGlued(number.next))) return null;
  return { value: number.value, unit: unit.minutes, next: unit.next };
}

function decimal(r: Reader, at: number) {
  const whole = r.digits(at);
  const isPoint = whole && (r.has(whole.next, '.') || r.has(whole.next, ',')) && r.isGlued(whole.next);
  const part = isPoint && r.isGlued(whole.next + 1) ? r.digits(whole.next + 1, 2) : null;
  return part && whole ? { value: Number(`${whole.value}.${part.value}`), next: part.next } : null;
}

function unitAt(r: Reader, at: number): { minutes: 1 | 60; isLetter: boolean; next: number } | null {
  const unit = r.find(at, 'unit');
  if (unit?.value !== 'minute' && unit?.value !== 'hour') return null;
  return {
    minutes: unit.value === 'hour' ? 60 : 1,
    isLetter: r.tokens[at]?.text.length === 1,
    next: unit.next,
  };
}
