import { measureBundle } from '#bench/budgets/bundle.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

/** Of its budget. A few bytes over it are for the next pruning, and hold up no change that does something else. */
const MOST = 1.1;

for (const { what, measured, budget, kept } of measureBundle()) {
  test(`${what}, stays near its budget of ${budget}`, () => {
    if (!kept) process.stderr.write(`${what}: ${measured} of ${budget}.\n`);
    expect(parseFloat(measured), `It is ${measured}.`).toBeLessThan(parseFloat(budget ?? '') * MOST);
  });
}
