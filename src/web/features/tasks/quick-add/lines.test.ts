import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { fitted, linesOf } from './lines.ts';

const shape = (text: string) => linesOf(text).map(({ text: line, level }) => `${'>'.repeat(level)}${line}`);

test('[Q5] each line is a task, and an indented line is a sub-task of the less indented line above it', () => {
  expect(shape('Cake\n  Flour\n  Eggs\n    Brown\nTea')).toEqual([
    'Cake',
    '>Flour',
    '>Eggs',
    '>>Brown',
    'Tea',
  ]);
  expect(shape('- Cake\r\n\t- [ ] Flour\r\n\r\n\t* Eggs\r\n1. Tea')).toEqual([
    'Cake',
    '>Flour',
    '>Eggs',
    'Tea',
  ]);
  // Indented lines without a less indented line above have no parent.
  expect(shape('    Cake\n    Tea\n  Milk')).toEqual(['Cake', 'Tea', 'Milk']);
});

test('[Q5] no line is deeper than a task can be, and blank lines and control characters are left out', () => {
  const deep = Array.from({ length: 9 }, (_, level) => `${' '.repeat(level)}L${level}`).join('\n');
  expect(Math.max(...linesOf(deep).map(({ level }) => level))).toBe(5);
  expect(shape('\n \t\n\0\u200b\nTea\0')).toEqual(['Tea']);
});

test('[Q5] a line that is too long for a name becomes the description too', () => {
  const long = '🌻'.repeat(300);
  const { name, description } = fitted(long);
  expect(name.length).toBeLessThanOrEqual(LIMITS.taskName);
  expect(name.isWellFormed()).toBe(true);
  expect(description).toBe(long);
  expect(fitted('Tea')).toEqual({ name: 'Tea', description: '' });
});
