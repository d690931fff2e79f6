import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { withLeaving } from './leaving-rows.ts';
import type { Section } from './list-plan.ts';

const today = parseCalendarDay('2026-11-25')!;

/** The list as text: `25: a b` is the day 25 with its rows; days follow each other. */
function list(...texts: string[]): Section[] {
  return texts.map((text) => {
    const [day = '', ids = ''] = text.split(': ');
    return { day: addDays(today, Number(day) - 25), ids: ids.split(' ') };
  });
}

test('a row that left its list stays in its place while it fades', () => {
  const before = list('25: a b c', '26: d e');
  const { sections, leaving } = withLeaving(before, list('25: a c', '26: d e'), new Set(['b']));
  expect(sections).toBe(before);
  expect(leaving).toEqual(new Set(['b']));
});

test('several rows stay too: the first, the last, and the only row of a day with its heading', () => {
  const before = list('25: a', '26: b c d', '27: e');
  const fading = new Set(['a', 'b', 'c', 'd']);
  expect(withLeaving(before, list('27: e'), fading)).toEqual({ sections: before, leaving: fading });
  expect(withLeaving(before, [], new Set(['e'])).sections).toEqual(list('27: e'));
});

test('other rows come and go at once meanwhile', () => {
  const before = list('25: a b c', '26: d');
  const next = list('24: x', '25: y a c z', '26: d');
  const { sections } = withLeaving(before, next, new Set(['b']));
  expect(sections).toEqual(list('24: x', '25: y a b c z', '26: d'));
  expect(sections[0]).toBe(next[0]);
  // The row after it is gone too.
  expect(withLeaving(before, list('25: a'), new Set(['b'])).sections).toEqual(list('25: a b'));
});

test('a row that came back, or left without fading, is not leaving', () => {
  const before = list('25: a b c');
  const next = list('25: c a');
  expect(withLeaving(before, next, new Set(['a', 'unknown']))).toEqual({
    sections: next,
    leaving: new Set(),
  });
});

test('a list shows all its tasks in order, and of its lost rows only the fading ones', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 });
  fc.assert(
    fc.property(ids, ids, ids, (before, next, fading) => {
      const section = (of: readonly string[]): Section[] => (of.length > 0 ? [{ day: null, ids: of }] : []);
      const { sections, leaving } = withLeaving(section(before), section(next), new Set(fading));
      const shown = sections.flatMap((part) => part.ids);
      const lost = before.filter((id) => fading.includes(id) && !next.includes(id));
      expect(leaving).toEqual(new Set(lost));
      expect(shown.filter((id) => !leaving.has(id))).toEqual(next);
      expect(shown.toSorted()).toEqual([...next, ...lost].toSorted());
    }),
  );
});
