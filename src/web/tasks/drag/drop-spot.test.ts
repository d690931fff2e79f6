import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Section } from '#src/web/tasks/list/list-plan.ts';
import { unfold } from '#src/web/tasks/list/unfold.ts';
import { heightOf, movedIn, spotInDay, spotInTree, type Moved, type Timed } from './drop-spot.ts';

const TODAY = parseCalendarDay('2026-11-25')!;

/** Rows as they are seen: ` a1` is one level deeper than `a`. */
function tree(rows: readonly string[], sectionId: string | null = null): Section {
  const names = rows.map((row) => row.trim());
  const levels = new Map(rows.map((row) => [row.trim(), row.length - row.trim().length]));
  return { day: null, sectionId, ids: names, levels };
}

const ROWS = tree(['a', ' a1', ' a2', '  a2x', 'b', ' b1', 'c']);

function moved(section: Section, id: string, height = 0): Moved {
  const { rows } = movedIn([section], new Set([id]));
  return { ids: [id], rows, height };
}

/** The spot of `id` when dropped before the row `next`, or at the end for null. */
function drop(id: string, next: string | null, wanted: number, height = 0) {
  const index = next === null ? ROWS.ids.length : ROWS.ids.indexOf(next);
  const spot = spotInTree({ section: ROWS, index }, moved(ROWS, id, height), wanted);
  return spot && [spot.parentId, spot.after, spot.before, spot.level];
}

test('[T6] A dragged task takes all its visible descendants along', () => {
  const dragged = (...ids: string[]) => {
    const { ids: tops, rows } = movedIn([ROWS], new Set(ids));
    return [tops, [...rows]];
  };
  expect(dragged('b', 'a2')).toEqual([
    ['a2', 'b'],
    ['a2', 'a2x', 'b', 'b1'],
  ]);
  expect(dragged('a', 'a2', 'c')).toEqual([
    ['a', 'c'],
    ['a', 'a1', 'a2', 'a2x', 'c'],
  ]);
});

test('[T6] Between rows a drop is as deep as the pointer says, within the possible depths', () => {
  expect(drop('c', 'b', 0)).toEqual([null, 'a', 'b', 0]);
  expect(drop('c', 'b', 1)).toEqual(['a', 'a2', null, 1]);
  expect(drop('c', 'b', 2)).toEqual(['a2', 'a2x', null, 2]);
  expect(drop('c', 'b', 9)).toEqual(['a2x', null, null, 3]);
  // Between a task and its first sub-task only one depth is possible.
  for (const wanted of [0, 1, 9]) expect(drop('c', 'a1', wanted)).toEqual(['a', null, 'a1', 1]);
  expect(drop('c', 'a', 9)).toEqual([null, null, 'a', 0]);
});

test('[T6] A drop in its own place moves a task below the row above, and back', () => {
  expect(drop('c', 'c', 0)).toEqual([null, 'b', null, 0]);
  expect(drop('c', 'c', 1)).toEqual(['b', 'b1', null, 1]);
  expect(drop('b', 'b1', 1)).toEqual(['a', 'a2', null, 1]);
  expect(drop('b1', null, 0)).toEqual([null, 'c', null, 0]);
  expect(drop('a2', 'b', 0)).toEqual([null, 'a', 'b', 0]);
});

test('[T6] A drop too deep, or below the task itself, is not offered', () => {
  expect(drop('b', 'a2x', 2, 3)).toEqual(['a2', null, 'a2x', 2]);
  expect(drop('b', 'a2x', 2, 4)).toBeNull();
  expect(drop('b', 'c', 9, 4)).toEqual(['a', 'a2', null, 1]);
  // All gaps within the dragged rows count as their own place.
  for (const next of ['a', 'a1', 'a2', 'a2x', 'b']) expect(drop('a', next, 9)).toEqual([null, null, 'b', 0]);
});

test('[T6] A task drops into another section, even an empty one, and among the sub-tasks on the page of its parent', () => {
  const empty = { section: tree([], 'kitchen'), index: 0 };
  expect(spotInTree(empty, moved(ROWS, 'c'), 3)).toEqual({
    parentId: null,
    sectionId: 'kitchen',
    day: null,
    after: null,
    before: null,
    level: 0,
  });
  const flat = { day: null, ids: ['x', 'y', 'z'] };
  const spot = spotInTree({ section: flat, index: 1 }, moved(flat, 'z', 4), 5, 'parent');
  expect(spot).toMatchObject({ parentId: 'parent', after: 'x', before: 'y', level: 0 });
});

test('[T6] In a day a task drops among the tasks of its time', () => {
  const times: Record<string, string> = { nine: '09:00', ten: '10:00', 'ten too': '10:00' };
  const timed: Timed = (id) => ({ date: TODAY, time: parseTimeOfDay(times[id] ?? '') });
  const day = { day: null, ids: ['nine', 'ten', 'ten too', 'some', 'time'] };
  const at = (id: string, index: number, section: Section = day) => {
    const spot = spotInDay({ section, index }, moved(section, id), timed);
    return spot && [spot.day, spot.after, spot.before];
  };
  expect(at('time', 3)).toEqual([TODAY, null, 'some']);
  expect(at('time', 2)).toBeNull();
  expect(at('ten too', 1)).toEqual([TODAY, null, 'ten']);
  for (const index of [0, 4, 5]) expect(at('ten too', index)).toBeNull();
  // The other day is part of the spot, even without a task of the same time there.
  const tomorrow = { day: addDays(TODAY, 1), ids: ['nine', 'some'] };
  expect(at('ten', 1, tomorrow)).toEqual([tomorrow.day, null, null]);
  expect(at('time', 2, tomorrow)).toEqual([tomorrow.day, 'some', null]);
  expect(at('time', 0, tomorrow)).toBeNull();
});

test('[T6] A task dropped anywhere in a tree ends up there, and all other rows stay as before', () => {
  const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(parents, fc.nat(), fc.nat(), fc.integer({ min: -3, max: 9 }), (picks, from, to, wanted) => {
      const parentOf = new Map<string, string | null>();
      const depth = new Map<string | null, number>([[null, -1]]);
      const children = new Map<string | null, string[]>();
      for (const [i, pick] of picks.entries()) {
        const id = `t${i}`;
        const choices = [null, ...parentOf.keys()].filter((key) => depth.get(key)! < 5);
        const parent = choices[pick % choices.length]!;
        parentOf.set(id, parent);
        depth.set(id, depth.get(parent)! + 1);
        children.set(parent, [...(children.get(parent) ?? []), id]);
      }
      // Without sub-tasks, `unfold` returns the same ids.
      const shownOf = () =>
        unfold([...(children.get(null) ?? [])], children as Map<string, string[]>, new Set());
      const section = { day: null, ...shownOf() };
      const levelOf = (id: string) => section.levels.get(id) ?? 0;
      const id = section.ids[from % section.ids.length]!;
      const dragged = movedIn([section], new Set([id]));
      const { rows } = dragged;
      const height = heightOf(id, (parent) => children.get(parent) ?? []);
      expect(height).toBe(Math.max(...[...rows].map(levelOf)) - levelOf(id));
      const index = to % (section.ids.length + 1);
      const spot = spotInTree({ section, index }, { ...dragged, height }, wanted);
      if (!spot) return;

      const old = children.get(parentOf.get(id) ?? null)!;
      old.splice(old.indexOf(id), 1);
      const siblings = children.get(spot.parentId) ?? [];
      children.set(spot.parentId, siblings);
      const place =
        spot.before === null ? siblings.indexOf(spot.after ?? '') + 1 : siblings.indexOf(spot.before);
      expect(siblings[place - 1] ?? null).toBe(spot.after);
      siblings.splice(place, 0, id);
      parentOf.set(id, spot.parentId);
      const now = shownOf();

      const others = section.ids.filter((other) => !rows.has(other));
      expect(now.ids.filter((other) => !rows.has(other))).toEqual(others);
      const above = section.ids.slice(0, index).filter((other) => !rows.has(other)).length;
      expect(now.ids.indexOf(id)).toBe(above);
      expect(now.levels.get(id) ?? 0).toBe(spot.level);
      expect(Math.max(0, ...now.levels.values())).toBeLessThanOrEqual(5);
    }),
    { numRuns: 500 },
  );
});
