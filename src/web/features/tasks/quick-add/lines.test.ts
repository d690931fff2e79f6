import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { fitted, linesOf } from './lines.ts';

const shape = (text: string) => linesOf(text).map(({ text: line, level }) => `${'>'.repeat(level)}${line}`);

test('[Q5] a line is a task, an indented one stands below the one before it', () => {
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
  // What is indented from the first line on stands below nothing.
  expect(shape('    Cake\n    Tea\n  Milk')).toEqual(['Cake', 'Tea', 'Milk']);
});

test('[Q5] no line stands deeper than a task can, and blank lines and controls are nothing', () => {
  const deep = Array.from({ length: 9 }, (_, level) => `${' '.repeat(level)}L${level}`).join('\n');
  expect(Math.max(...linesOf(deep).map(({ level }) => level))).toBe(5);
  expect(shape('\n \t\n\0\u200b\nTea\0')).toEqual(['Tea']);
});

test('[Q5] a line that is too long for a name is a description too', () => {
  const long = '🌻'.repeat(300);
  const { name, description } = fitted(long);
  expect(name.length).toBeLessThanOrEqual(LIMITS.taskName);
  expect(name.isWellFormed()).toBe(true);
  expect(description).toBe(long);
  expect(fitted('Tea')).toEqual({ name: 'Tea', description: '' });
});
