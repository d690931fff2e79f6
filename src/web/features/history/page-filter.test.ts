import { expect, test } from 'vitest';
import { MUTATORS } from '#src/tables/operations.ts';
import { operationChoices } from './operation-choices.ts';
import { filterIn, searchOf } from './page-filter.ts';

test('[H1] the address of the page has its filter', () => {
  const filter = { source: 'Firefox on Windows', operation: 'task.add,task.edit', collection: undefined };

  expect(searchOf(filter)).toBe('?source=Firefox+on+Windows&operation=task.add%2Ctask.edit');
  expect(filterIn(searchOf(filter))).toEqual(filter);
  expect(searchOf(filterIn('?row=1&source='))).toBe('');
});

test('[H1] each operation belongs to one choice of the filter', () => {
  const offered = operationChoices().flatMap(({ choices }) =>
    choices.flatMap(({ value }) => value.split(',')),
  );

  expect(offered.toSorted()).toEqual(Object.keys(MUTATORS).toSorted());
  expect(operationChoices()[0]?.choices.map(({ text }) => text)).toContain('Task completed');
});
