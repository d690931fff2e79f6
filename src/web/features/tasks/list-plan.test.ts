import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemAt, planList, type Section } from './list-plan.ts';

/** What `itemAt` should say, by walking through all of it. */
function walk(sections: readonly Section[]): string[] {
  return sections.flatMap(({ key, heading, ids }) => [
    ...(heading === null ? [] : [`${key} heading`]),
    ...ids.map((id, index) => `${key} ${id} ${index + 1}/${ids.length}`),
  ]);
}

function text(item: ReturnType<typeof itemAt>): string | undefined {
  if (!item) return undefined;
  const { key, ids } = item.section;
  return item.kind === 'heading' ? `${key} heading` : `${key} ${item.id} ${item.position}/${ids.length}`;
}

test('headings and tasks follow one another as in the sections', () => {
  const section = fc.record({
    key: fc.uuid(),
    heading: fc.option(fc.string()),
    ids: fc.array(fc.uuid(), { minLength: 1, maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(section), (sections) => {
      const plan = planList(sections);
      const items = Array.from({ length: plan.count }, (_, index) => text(itemAt(plan, index)));
      expect(items).toEqual(walk(sections));
    }),
  );
});

test('there is nothing before the first and after the last item', () => {
  const plan = planList([{ key: 'a', heading: null, ids: ['1'] }]);
  expect(itemAt(plan, -1)).toBeUndefined();
  expect(itemAt(plan, 1)).toBeUndefined();
  expect(itemAt(planList([]), 0)).toBeUndefined();
});
