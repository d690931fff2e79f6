import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { TextSearch } from './text-search.ts';

const taskWith = (name: string, description = '') => ({ name, description }) as unknown as PlacedTask;

test('many texts are found in the tasks that contain them, and in no others', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  const long = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 12 }),
      fc.array(fc.tuple(long, long), { minLength: 1, maxLength: 3 }),
      (wanted, texts) => {
        const search = new TextSearch();
        const conditions = wanted.map((each) => search.containing(each));
        for (const [name, description] of texts) {
          const task = taskWith(name, description);
          const found = conditions.map((holds) => holds(task));
          expect(found).toEqual(wanted.map((each) => `${name}\n${description}`.includes(each)));
        }
      },
    ),
  );
});

test('a text that is added after a search is found too', () => {
  const search = new TextSearch();
  const task = taskWith('Buy milk and bread');
  const first = ['milk', 'bread', 'eggs', 'rent', 'tax'].map(search.containing);
  expect(first.map((holds) => holds(task))).toEqual([true, true, false, false, false]);
  expect(search.containing('and')(task)).toBe(true);
});
