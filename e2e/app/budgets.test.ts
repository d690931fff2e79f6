import { measureBundle } from '#bench/budgets/bundle.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

for (const { what, measured, budget, kept } of measureBundle()) {
  test(`${what}, keeps its budget of ${budget}`, () => {
    expect(kept, `It is ${measured}.`).toBe(true);
  });
}
