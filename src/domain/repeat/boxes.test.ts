import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksOf } from '#src/web/ui/markdown/toggle-check.ts';
import { openBoxes } from './boxes.ts';

test.each([
  ['- [x] a\n- [ ] b\n* [X] c', '- [ ] a\n- [ ] b\n* [ ] c'],
  ['1. [x] a\n2) [x] b', '1. [ ] a\n2) [ ] b'],
  ['- [x] a\n    - [x] b\n\n    - [x] c', '- [ ] a\n    - [ ] b\n\n    - [ ] c'],
  ['> - [x] a', '> - [ ] a'],
  ['- [x] a\r\n- [x] b\r\n', '- [ ] a\r\n- [ ] b\r\n'],
  ['Words\n\n- [x] a', 'Words\n\n- [ ] a'],
  ['- [x] a\n\nWords\n\n- [x] b', '- [ ] a\n\nWords\n\n- [ ] b'],
])('all boxes of %j are open then', (notes, open) => {
  expect(openBoxes(notes)).toBe(open);
});

test.each([
  '',
  'No boxes',
  '- [ ] a',
  'The box [x] of a line',
  '- a [x] b',
  '```\n- [x] code\n```',
  '~~~~\n- [x] code\n~~~\n- [x] code\n~~~~',
  '    - [x] code',
  'Words\n\n    - [x] code',
  '[x]: https://example.com',
  '- [x](https://example.com)',
  '- a\n[x] b',
])('%j stays as it is', (notes) => {
  expect(openBoxes(notes)).toBe(notes);
});

test('every box of a note is opened, and nothing else changes', () => {
  const line = fc.constantFrom('- [ ] a', '- [x] b [ ] c', '  - [x] d', '    - [x] e', '1. [X] f', '- g', 'words', '', '> - [x] h', '```\n- [x] i\n```');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const notes = lines.join('\n');
      const open = openBoxes(notes);
      expect(checksOf(open)).toEqual(checksOf(notes).map(() => false));
      expect(open.replaceAll(/\[[xX]\]/g, '[ ]')).toBe(notes.replaceAll(/\[[xX]\]/g, '[ ]'));
      expect(open.split('[x] i').length).toBe(notes.split('[x] i').length);
    }),
  );
}); // prettier-ignore
