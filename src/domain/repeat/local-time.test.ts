import { describe, expect, test, vi } from 'vitest';
import { dueAt, minuteOf, type Due } from './due.ts';
import { instantOf, localTimeAt } from './local-time.ts';
import { ZONES, zoned } from '#src/domain/repeat/testing/oracle.ts';

const MINUTE_MS = 60_000;
const at = (date: string, time: string | null = null) => ({ date, time }) as Due;

const text = ({ date, time }: Due) => `${date}T${time}`;

/**
 * Offsets in minutes: every quarter of an hour for three hours, and every hour for 30, before and after.
 * Samoa skipped a whole day.
 */
const AROUND = [
  ...Array.from({ length: 25 }, (_, i) => (i - 12) * 15),
  ...Array.from({ length: 61 }, (_, i) => (i - 30) * 60),
];

/** The instants of a zone's clock changes from 2000 to 2040. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  let next = zoned(at('2000-01-01'), zone).getTimeZoneTransition('next');
  for (; next !== null && next.year <= 2040; next = next.getTimeZoneTransition('next'))
    changes.push(next.epochMilliseconds);
  return changes;
}

describe('a local time in a zone', () => {
  test.each(ZONES)('[R7] equals the one of Temporal, around each change of clocks in %s', (zone) => {
    const wrong: string[] = [];
    for (const change of changesOf(zone)) {
      const local = minuteOf(localTimeAt(change, zone)!);
      for (const minutes of AROUND) {
        const due = dueAt(local + minutes, true);
        if (instantOf(due, zone) !== zoned(due, zone).epochMilliseconds) wrong.push(text(due));
        const instant = change + minutes * MINUTE_MS;
        const there = zoned(localTimeAt(instant, 'UTC')!, 'UTC').withTimeZone(zone).toPlainDateTime();
        if (text(localTimeAt(instant, zone)!) !== there.toString({ smallestUnit: 'minute' }))
          wrong.push(new Date(instant).toISOString());
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the zones have such changes', () => {
    expect(ZONES.flatMap(changesOf).length).toBeGreaterThan(500);
  });

  test('[R7] moves forward when its day lacks it, and is the first one when its day has it twice', () => {
    const berlin = (date: string, time: string) =>
      new Date(instantOf(at(date, time), 'Europe/Berlin')!).toISOString();
    expect(berlin('2026-03-29', '02:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(localTimeAt(Date.parse('2026-03-29T01:30Z'), 'Europe/Berlin')).toEqual(at('2026-03-29', '03:30'));
    expect(berlin('2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(berlin('2026-10-25', '03:00')).toBe('2026-10-25T02:00:00.000Z');
  });

  test('[R7] 9:00 stays 9:00 across daylight saving', () => {
    expect(instantOf(at('2026-03-28', '09:00'), 'Europe/Berlin')).toBe(Date.parse('2026-03-28T08:00Z'));
    expect(instantOf(at('2026-03-29', '09:00'), 'Europe/Berlin')).toBe(Date.parse('2026-03-29T07:00Z'));
  });

  test('without a time is the beginning of its day, even at 1:00', () => {
    expect(instantOf(at('2026-06-06'), 'Asia/Kathmandu')).toBe(Date.parse('2026-06-05T18:15Z'));
    expect(instantOf(at('2026-03-08'), 'America/Havana')).toBe(Date.parse('2026-03-08T05:00Z'));
  });

  test('is known for the first year and the last', () => {
    expect(instantOf(at('0001-01-02', '12:00'), 'UTC')).toBe(Date.parse('0001-01-02T12:00Z'));
    expect(instantOf(at('9999-12-31', '23:59'), 'UTC')).toBe(Date.parse('9999-12-31T23:59Z'));
    expect(localTimeAt(Date.parse('0099-03-01T12:00Z'), 'UTC')).toEqual(at('0099-03-01', '12:00'));
  });

  test('is null in an unknown zone', () => {
    expect(instantOf(at('2026-06-06', '09:00'), 'Mars/Olympus')).toBeNull();
    expect(localTimeAt(0, '')).toBeNull();
  });
});

test('one zone is one zone in every spelling, and no list of names pushes it out', () => {
  const noon = at('2026-06-15', '12:00');
  const spellings = Array.from({ length: 1_000 }, (_, n) =>
    'asia/kathmandu'.replaceAll(/./g, (letter, i: number) => ((n >> i) & 1 ? letter.toUpperCase() : letter)),
  );
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  try {
    const instants = new Set(spellings.map((zone) => instantOf(noon, zone)));
    expect(instants).toEqual(new Set([Date.parse('2026-06-15T06:15:00Z')]));
    for (let n = 0; n < 2_000; n++) expect(instantOf(noon, `Mars/Crater${n}`)).toBeNull();
    made.mockClear();
    instantOf(noon, 'Asia/Kathmandu');
    expect(made).not.toHaveBeenCalled();
  } finally {
    made.mockRestore();
  }
});
