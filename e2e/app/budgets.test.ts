import { measureBundle } from '#bench/budgets/bundle.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

/** The factor of the budget that fails. A change may exceed the budget by a few bytes, to be pruned later. */
const MOST = 1.1;

for (const { what, measured, budget, kept } of measureBundle()) {
  test(`${what}, stays near its budget of ${budget}`, () => {
    if (!kept) process.stderr.write(`${what}: ${measured} of ${budget}.\n`);
    expect(parseFloat(measured), `It is ${measured}.`).toBeLessThan(parseFloat(budget ?? '') * MOST);
  });
}
