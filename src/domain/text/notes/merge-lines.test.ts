import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { chooseNotes } from './choose-notes.ts';
import { mergeLines } from './merge-lines.ts';
import { mergeNotes } from './merge-notes.ts';

const text = (...lines: string[]) => lines.join('\n');

test.each([
  ['two boxes', text('[ ] a', '[ ] b'), text('[x] a', '[ ] b'), text('[ ] a', '[x] b'), text('[x] a', '[x] b')],
  ['two of many boxes that say the same', text('[ ]', '[ ]', '[ ]', '[ ]'), text('[x]', '[ ]', '[x]', '[ ]'), text('[ ]', '[x]', '[ ]', '[ ]'), text('[x]', '[x]', '[x]', '[ ]')],
  ['a box, and a line below it', text('[ ] a'), text('[x] a'), text('[ ] a', '[ ] b'), text('[x] a', '[ ] b')],
  ['a box, and a line above it', text('[ ] a'), text('[x] a'), text('[ ] b', '[ ] a'), text('[ ] b', '[x] a')],
  ['lines at one place', text('a'), text('a', 'b'), text('a', 'c'), text('a', 'b', 'c')],
  ['a line that both add', text('a'), text('a', 'b', 'c'), text('a', 'b'), text('a', 'b', 'c')],
  ['a line that goes, and one that comes', text('a', 'b', 'c'), text('a', 'c'), text('a', 'b', 'c', 'd'), text('a', 'c', 'd')],
  ['the same change', text('a'), text('b'), text('b'), text('b')],
  ['a paragraph, and the end of another', text('a', '', 'b', '', 'c'), text('A', '2', '', 'b', '', 'c'), text('a', '', 'b', '', 'c', '', 'd'), text('A', '2', '', 'b', '', 'c', '', 'd')],
  ['a note from nothing', '', '', text('a', 'b'), text('a', 'b')],
])('of %s both changes are kept', (_, base, theirs, mine, merged) => {
  expect(mergeLines(base, theirs, mine)).toBe(merged);
}); // prettier-ignore

test.each([
  ['one line changed twice', text('a', 'b'), text('A', 'b'), text('aa', 'b')],
  ['a line that is gone, and changed', text('a', 'b'), text('b'), text('A', 'b')],
  ['a line inserted into lines that are gone', text('a', 'b', 'c'), text(''), text('a', 'b', 'x', 'c')],
  ['two notes from nothing', '', 'a', 'b'],
])('%s: only the user can decide', (_, base, theirs, mine) => {
  expect(mergeLines(base, theirs, mine)).toBeNull();
  expect(mergeLines(base, mine, theirs)).toBeNull();
});

test('where both changed, the user gets either or both; a change of one side stays with any choice', () => {
  const base = text('a', 'b', 'c', 'd', 'e');
  const [theirs, mine] = [text('A', 'b', 'c2', 'd', 'e'), text('a', 'b', 'c3', 'd', 'E')];
  expect(chooseNotes(base, theirs, mine, 'mine')).toBe(text('A', 'b', 'c3', 'd', 'E'));
  expect(chooseNotes(base, theirs, mine, 'theirs')).toBe(text('A', 'b', 'c2', 'd', 'E'));
  expect(chooseNotes(base, theirs, mine, 'both')).toBe(text('A', 'b', 'c2', 'c3', 'd', 'E'));
});

test('two changes that together exceed the limit of notes are not merged', () => {
  const half = 'x'.repeat(LIMITS.taskDescription / 2);
  expect(mergeNotes('a', text(half, 'a'), text('a', half))).toBeNull();
  expect(mergeNotes('a', text(half, 'a'), text('a', 'b'))).toBe(text(half, 'a', 'b'));
  const [theirs, mine] = [text(half, 'a'), text('a', half)];
  expect(chooseNotes('a', theirs, mine, 'mine')).toBe(mine);
  expect(chooseNotes('a', theirs, mine, 'theirs')).toBe(theirs);
  expect(chooseNotes('a', theirs, mine, 'both')).toBeNull();
});

const anyLine = fc.constantFrom('', 'a', 'b', '[ ] a', '[x] a', '[ ] b');
const anyText = fc.array(anyLine, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
/** Non-empty lines: a text of one empty line equals an empty text. */
const linesOf = (of: string) => of.split('\n').filter((line) => line !== '');

test('an unchanged side changes nothing, and the same change on both sides counts once', () => {
  fc.assert(
    fc.property(anyText, anyText, (base, other) => {
      expect(mergeLines(base, base, other)).toBe(other);
      expect(mergeLines(base, other, base)).toBe(other);
      expect(mergeLines(base, other, other)).toBe(other);
    }),
  );
});

test('no typed line is lost without a question, and every new line was typed', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (base, theirs, mine) => {
      const merged = mergeLines(base, theirs, mine) ?? chooseNotes(base, theirs, mine, 'both')!;
      const known = new Set(linesOf(base));
      const typed = [...linesOf(theirs), ...linesOf(mine)].filter((line) => !known.has(line));
      expect(linesOf(merged)).toEqual(expect.arrayContaining(typed));
      const come = linesOf(merged).filter((line) => !known.has(line));
      expect(typed).toEqual(expect.arrayContaining(come));
    }),
  );
});

test('swapping the sides asks about the same lines', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (base, theirs, mine) => {
      const [one, other] = [mergeLines(base, theirs, mine), mergeLines(base, mine, theirs)];
      expect(one?.split('\n').toSorted()).toEqual(other?.split('\n').toSorted());
      expect(chooseNotes(base, theirs, mine, 'mine')).toHaveLength(
        chooseNotes(base, mine, theirs, 'theirs')!.length,
      );
    }),
  );
});

/** An edit of one side to a line of the base. */
const anyEdit = fc.constantFrom('keep', 'change', 'delete', 'insert below') as fc.Arbitrary<string>;
const anyLines = fc.array(fc.tuple(anyEdit, fc.boolean()), { minLength: 1, maxLength: 12 });

test('changes to different lines are all kept', () => {
  fc.assert(
    fc.property(anyLines, (edits) => {
      const after = (line: number, edit: string) =>
        ({ keep: [`${line}`], change: [`${line} changed`], delete: [], 'insert below': [`${line}`, `${line} more`] })[edit] ?? [];
      const made = (isOf: (isMine: boolean) => boolean) =>
        edits.flatMap(([edit, isMine], line) => after(line, isOf(isMine) ? edit : 'keep')).join('\n');
      const [base, theirs, mine] = [made(() => false), made((isMine) => !isMine), made((isMine) => isMine)];
      fc.pre(theirs !== '' && mine !== '');
      expect(mergeLines(base, theirs, mine)).toBe(made(() => true));
    }),
  );
}); // prettier-ignore

test('long texts of repeated lines are merged too', () => {
  const lines = Array.from<unknown, string>({ length: 8192 }, (_, line) => (line % 3 === 0 ? 'a' : ''));
  const [theirs, mine] = [lines.toSpliced(1, 1, 'b'), lines.toSpliced(-2, 1, 'c')];
  const merged = mergeLines(lines.join('\n'), theirs.join('\n'), mine.join('\n'));
  expect(merged).toBe(lines.toSpliced(1, 1, 'b').toSpliced(-2, 1, 'c').join('\n'));
  expect(
    mergeLines(lines.join('\n'), lines.toReversed().slice(3).join('\n'), lines.slice(7).join('\n')),
  ).toBeNull();
});
