import { localTimeAt } from '#src/domain/repeat/local-time.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** A VTIMEZONE with the offset at the beginning of a year, and each change from then to two years after the last one. */
export function unitsOfZone(zone: string, firstYear: number, lastYear: number): readonly string[] {
  const begin = Date.UTC(firstYear - 1, 0);
  const end = Date.UTC(lastYear + 3, 0);
  const first = offsetAt(begin, zone);
  if (first === null) return [];
  const lines = unitOf('STANDARD', begin, first, first);
  const usual = Math.min(first, offsetAt(begin + 182 * DAY, zone) ?? first);
  let before = first;
  for (let at = begin; at < end; at += DAY) {
    const after = offsetAt(at + DAY, zone) ?? before;
    if (after === before) continue;
    lines.push(
      ...unitOf(
        after > usual ? 'DAYLIGHT' : 'STANDARD',
        changeBetween(at, at + DAY, before, zone),
        before,
        after,
      ),
    );
    before = after;
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}

/** The instant of a change, to the minute. */
function changeBetween(from: number, to: number, before: number, zone: string): number {
  let [low, high] = [from, to];
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / MINUTE / 2) * MINUTE;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

function unitOf(kind: 'STANDARD' | 'DAYLIGHT', at: number, before: number, after: number): string[] {
  const local = new Date(at + before * MINUTE).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `END:${kind}`,
  ];
}

/** Minutes ahead of UTC. */
function offsetAt(at: number, zone: string): number | null {
  const local = localTimeAt(at, zone);
  return local && Math.round((Date.parse(`${local.date}T${local.time}Z`) - at) / MINUTE);
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`;
}
