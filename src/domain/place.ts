/**
 * A place in a manual order: the digits of a fraction between 0 and 1 in base 62, without trailing zeros.
 * Places compare as texts, bytewise (in SQL by a binary collation), and rows with equal places by their ids.
 */
export type Place = string;

/** A row with a place, also before anybody moves it. */
export interface Placed {
  readonly id: string;
  /** ms since 1970 UTC */
  readonly createdAt: number;
  /** Empty until the row is moved. */
  readonly place: Place;
}

export interface PlaceChange {
  readonly id: string;
  readonly place: Place;
}

/**
 * Gives numbers from 0 to below 1. Only devices may use it: mutators get the resulting places as arguments.
 */
export type Random = () => number;

/** The longest place, in characters. */
export const PLACE_LENGTH = 80;

/** The longest place when rows get new places to make room, so that the room lasts. */
const ROOMY_LENGTH = PLACE_LENGTH / 2;

/** The digits in the order of ASCII. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
const BASE = BigInt(DIGITS.length);
const PATTERN = new RegExp(`^[0-9A-Za-z]{0,${PLACE_LENGTH - 1}}[1-9A-Za-z]$`);

/** The digits for every instant of a Date. */
const INSTANT_DIGITS = 9;

/**
 * The parts of a gap; a place is drawn from its middle half. 16 bits separate the places of two devices that
 * move rows there at once.
 */
const ROOM = 2n ** 17n;

export function isPlace(value: unknown): value is Place {
  return typeof value === 'string' && PATTERN.test(value);
}

/**
 * The place of a row. A row that was never moved is ordered by its creation, and within a millisecond by its
 * id, so that no two rows have one place.
 */
export function placeOf({ id, createdAt, place }: Placed): Place {
  // The digits of a UUID are digits here too. `V` prevents a trailing zero.
  return place === '' ? `${instantDigits(createdAt)}${id.replaceAll('-', '')}V` : place;
}

/** The order by place, then by id. */
export function byPlace(a: Placed, b: Placed): number {
  // Compares unmoved rows without building their places.
  if (a.place === '' && b.place === '' && a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return compare(placeOf(a), placeOf(b)) || compare(a.id, b.id);
}

/**
 * The places that bring `moved`, in their order, to `index` among the ids of `others`. Other rows get new
 * places when two neighbors have equal places, or the new ones would be too long. An empty place of a row
 * without one comes before all places.
 */
export function placesToMove(
  moved: readonly string[],
  others: readonly string[],
  index: number,
  placeAt: (id: string) => Place,
  random: Random,
): PlaceChange[] {
  const placeNear = (near: number) => {
    const id = others[near];
    return id === undefined ? null : placeAt(id);
  };
  for (let reach = 0; ; reach = reach * 2 || 1) {
    const [low, high] = [Math.max(0, index - reach), Math.min(others.length, index + reach)];
    // One side may have enough room.
    for (const [from, to] of [
      [index, high],
      [low, index],
      [low, high],
    ] as const) {
      const [before, after] = [placeNear(from - 1), placeNear(to)];
      if (after !== null && (before ?? '') >= after) continue;
      const ids = [...others.slice(from, index), ...moved, ...others.slice(index, to)];
      const places = placesBetween(before, after, ids.length, random);
      const most = from === to ? PLACE_LENGTH : ROOMY_LENGTH;
      if (places.every(({ length }) => length <= most))
        // `places` is as long as `ids`.
        return ids.map((id, i) => ({ id, place: places[i] as Place }));
    }
  }
}

/** A place between two, or before or after one; see `placesBetween`. */
export function placeBetween(before: Place | null, after: Place | null, random: Random): Place {
  return placesBetween(before, after, 1, random)[0] as Place;
}

/**
 * `count` places between two, rising and close together, so that places from another device fall beside them
 * and not among them. Null means no neighbor: the last place comes before all rows created later. After equal
 * or wrongly ordered places, they follow closely on `before`. They may exceed PLACE_LENGTH.
 */
export function placesBetween(
  before: Place | null,
  after: Place | null,
  count: number,
  random: Random,
): Place[] {
  const start = randomBetween(...gapBetween(before, after), random);
  if (count === 1) return [withoutZeros(start)];
  let [parts, length] = [1, 0];
  for (; parts <= count * 2; length++) parts *= DIGITS.length;
  return Array.from({ length: count }, (_, i) => {
    const part = BigInt(Math.floor(((i + 1) * parts) / (count + 1)));
    return withoutZeros(start + digitsOf(part, length));
  });
}

/** The gap for a new place, between two fractions; '' is 0 and null is 1. */
function gapBetween(before: Place | null, after: Place | null): [low: string, high: string | null] {
  if (after === null) {
    // Skips the next millisecond, since the device may have created rows in it.
    const instant = valueOf(before ?? '', INSTANT_DIGITS) + 1n;
    const high = fraction(instant + 1n, INSTANT_DIGITS);
    return high === null ? [before ?? '', null] : [fraction(instant, INSTANT_DIGITS) ?? '', high];
  }
  if (before === null) {
    const instant = valueOf(after, INSTANT_DIGITS);
    if (instant === 0n) return ['', after];
    return [fraction(instant - 1n, INSTANT_DIGITS) ?? '', fraction(instant, INSTANT_DIGITS)];
  }
  if (before < after) return [before, after];
  return [before, fraction(valueOf(before, before.length) + 1n, before.length)];
}

/**
 * A random fraction from the middle half of a gap, with just enough digits to choose among. It may have
 * trailing zeros.
 */
function randomBetween(low: string, high: string | null, random: Random): string {
  for (let length = sharedLength(low, high) + 1; ; length++) {
    const from = valueOf(low, length);
    const to =
      high === null ? BASE ** BigInt(length) : valueOf(high, length) + (high.length > length ? 1n : 0n);
    const room = to - from - 1n;
    if (room < ROOM) continue;
    const chosen = room / 4n + BigInt(Math.floor(random() * Number(room / 2n)));
    return digitsOf(from + 1n + chosen, length);
  }
}

function sharedLength(low: string, high: string | null): number {
  let length = 0;
  while (length < low.length && low[length] === high?.[length]) length++;
  return length;
}

/** The first `length` digits of a fraction as a whole number. */
function valueOf(digits: string, length: number): bigint {
  let value = 0n;
  for (let i = 0; i < length; i++) value = value * BASE + BigInt(VALUES.get(digits.charAt(i)) ?? 0);
  return value;
}

/** Null for 1, which has no digits. */
function fraction(value: bigint, length: number): string | null {
  return value >= BASE ** BigInt(length) ? null : withoutZeros(digitsOf(value, length));
}

function digitsOf(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= BASE)
    digits = DIGITS.charAt(Number(rest % BASE)) + digits;
  return digits;
}

function instantDigits(instant: number): string {
  let digits = '';
  for (let rest = instant; digits.length < INSTANT_DIGITS; rest = Math.floor(rest / DIGITS.length))
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
  return digits;
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
