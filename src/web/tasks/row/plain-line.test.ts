import { expect, test } from 'vitest';
import { firstPlainLine } from './plain-line.ts';

test.each([
  ['', ''],
  ['  \n\n Buy milk', 'Buy milk'],
  ['Notes with **bold**, *soft* and ~~no~~ `code`', 'Notes with bold, soft and no code'],
  ['__One__ and _two_', 'One and two'],
  ['# Plan\nrest', 'Plan'],
  ['> - [x] Call Mira', 'Call Mira'],
  ['2. Second', 'Second'],
  ['---\n```ts\n', ''],
  [
    'See [the map](https://example.com/a_b) at https://example.com/c_d_e',
    'See the map at https://example.com/c_d_e',
  ],
  ['2 * 3 * 4 is snake_case_name', '2 * 3 * 4 is snake_case_name'],
  ['-5 degrees', '-5 degrees'],
  ['**', '**'],
])('[T7] of the notes %j a row says %j', (notes, line) => {
  expect(firstPlainLine(notes)).toBe(line);
});
