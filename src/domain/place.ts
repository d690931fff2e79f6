/**
 * A place in an order that users make by hand: the digits of a fraction between 0 and 1 to the base of 62, without zeros at its end.
 * Places compare as texts, bytewise (in SQL by a binary collation), and rows of equal places by their ids.
 */
export type Place = string;

/** A row that has a place even if nobody ever moved it. */
export interface Placed {
  readonly id: string;
  /** ms since 1970 UTC */
  readonly createdAt: number;
  /** Empty until it is moved. */
  readonly place: Place;
}

export interface PlaceChange {
  readonly id: string;
  readonly place: Place;
}

/** Gives numbers from 0 up to, but not including, 1. Only a device may use it: mutators are told the places that came of it. */
export type Random = () => number;

/** Characters that a place has at most. */
export const PLACE_LENGTH = 80;

/** What is placed anew to make room gets places of at most so many characters, so that the room lasts. */
const ROOMY_LENGTH = PLACE_LENGTH / 2;

/** The digits in the order of ASCII. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
const BASE = BigInt(DIGITS.length);
const PATTERN = new RegExp(`^[0-9A-Za-z]{0,${PLACE_LENGTH - 1}}[1-9A-Za-z]$`);

/** So many digits hold every instant that a Date can. */
const INSTANT_DIGITS = 9;

/** A gap is divided into so many places, and one of the middle half is taken: 16 bits keep apart what two devices put there without knowing of each other. */
const ROOM = 2n ** 17n;

export function isPlace(value: unknown): value is Place {
  return typeof value === 'string' && PATTERN.test(value);
}

/** Where a row stands. Rows that were never moved stand by their creation, and of one millisecond by their ids; so no two have one place. */
export function placeOf({ id, createdAt, place }: Placed): Place {
  // The digits of a UUID are digits here too. The last one is no zero.
  return place === '' ? `${instantDigits(createdAt)}${id.replaceAll('-', '')}V` : place;
}

/** Sorts by place, then by id. */
export function byPlace(a: Placed, b: Placed): number {
  // What nobody moved needs no text to be made.
  if (a.place === '' && b.place === '' && a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return compare(placeOf(a), placeOf(b)) || compare(a.id, b.id);
}

/**
 * The places that bring rows to stand, in their order, at `index` among the others, whose ids are given in order without them. Others are
 * placed anew where they leave no room: two have one place, or what lies between would be longer than a place may be. An empty place, where a
 * row may be without one, comes before all.
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
    // The one side may be enough.
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
        // There are as many places as ids.
        return ids.map((id, i) => ({ id, place: places[i] as Place }));
    }
  }
}

/** A place between two, or before or after one; see `placesBetween`. */
export function placeBetween(before: Place | null, after: Place | null, random: Random): Place {
  return placesBetween(before, after, 1, random)[0] as Place;
}

/**
 * So many places between two, rising and close together, so that what another device puts there lies beside them and not among them. Null
 * is where nothing is: what comes last stands before all that is created later. After equal places, or wrongly ordered ones, they
 * follow closely on `before`. They may be longer than PLACE_LENGTH.
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

/** Where to look for a place: between two fractions, of which '' is 0 and null is 1. */
function gapBetween(before: Place | null, after: Place | null): [low: string, high: string | null] {
  if (after === null) {
    // The gap is within the next millisecond but one, so to say; what a device created before may be in the next.
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

/** A random fraction of the middle half, with as few digits as leave enough to choose among. It may end with zeros. */
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

/** The first digits of a fraction as a whole number. */
function valueOf(digits: string, length: number): bigint {
  let value = 0n;
  for (let i = 0; i < length; i++) value = value * BASE + BigInt(VALUES.get(digits.charAt(i)) ?? 0);
  return value;
}

/** Null for 1, which no digits can say. */
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
