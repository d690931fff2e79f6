import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksOf, toggleCheck } from './toggle-check.ts';

test.each([
  ['- [ ] a', 0, '- [x] a'],
  ['- [x] a', 0, '- [ ] a'],
  ['* [X] a', 0, '* [ ] a'],
  ['1. [ ] a\n2) [ ] b', 0, '1. [x] a\n2) [ ] b'],
  ['- [ ] a\n- [ ] b\n- [ ] c', 1, '- [ ] a\n- [x] b\n- [ ] c'],
  ['- [ ] a\n  - [ ] b\n- [ ] c', 2, '- [ ] a\n  - [ ] b\n- [x] c'],
  ['- [ ] - [ ] b', 0, '- [x] - [ ] b'],
  ['- [ ] a [ ] b [x]\n- [ ] c', 1, '- [ ] a [ ] b [x]\n- [x] c'],
  ['[ ] no\n\n- [ ] a', 0, '[ ] no\n\n- [x] a'],
  ['```\n- [ ] no\n```\n- [ ] a', 0, '```\n- [ ] no\n```\n- [x] a'],
  ['    - [ ] no\n\n- [ ] a', 0, '    - [ ] no\n\n- [x] a'],
  ['<div>\n- [ ] no\n</div>\n\n- [ ] a', 0, '<div>\n- [ ] no\n</div>\n\n- [x] a'],
  ['> - [ ] a\n> - [ ] b', 1, '> - [ ] a\n> - [x] b'],
  ['- [ ] a\r\n- [ ] b\r\n', 1, '- [ ] a\r\n- [x] b\r\n'],
  ['-\t[ ] a\n\n\t- [ ] b', 1, '-\t[ ] a\n\n\t- [x] b'],
  ['- [ ]', 0, '- [ ]'],
  ['- [ ] a', 1, '- [ ] a'],
  ['- [ ] a', -1, '- [ ] a'],
  ['', 0, ''],
  ['[x]: https://a.b\n\n- [x] a', 0, '[x]: https://a.b\n\n- [ ] a'],
])('of %j box %i is pressed', (text, index, toggled) => {
  expect(toggleCheck(text, index)).toBe(toggled);
});

const anyText = fc
  .array(
    fc.constantFrom('- [ ] ', '- [x] ', '  - [ ] ', '1. [X] ', '> ', '[ ] ', '[x]', 'a', '\n', '\n\n', '    ', '\t', '```\n', '`', '# ', '[x]: b', '**', '<div>', '| [ ] |', '\n|-|\n', '\r\n', '- ', '---\n'),
    { maxLength: 30 },
  )
  .map((some) => some.join('')); // prettier-ignore

test('a press changes one box by one character', () => {
  let pressed = 0;
  fc.assert(
    fc.property(anyText, (text) => {
      const before = checksOf(text);
      for (const index of before.keys()) {
        const toggled = toggleCheck(text, index);
        if (toggled === text) continue;
        pressed++;
        expect(checksOf(toggled)).toEqual(before.with(index, !before[index]));
        expect(toggled.length).toBe(text.length);
        expect(text.split('').filter((character, i) => character !== toggled[i])).toHaveLength(1);
      }
    }),
    { numRuns: 1000 },
  );
  expect(pressed).toBeGreaterThan(100);
});

test('every box of an ordinary note can be pressed', () => {
  const line = fc.constantFrom('- [ ] a', '- [x] b [ ] c', '  - [ ] d', '    - [ ] e', '1. [ ] f', '- g', 'words', '', '> - [ ] h', '```\n- [ ] i\n```');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const text = lines.join('\n');
      for (const [index, isTicked] of checksOf(text).entries())
        expect(checksOf(toggleCheck(text, index))[index]).toBe(!isTicked);
    }),
  );
}); // prettier-ignore
