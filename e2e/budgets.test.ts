import { measureBundle } from '#bench/bundle.ts';
import { expect, test } from './fixtures.ts';

for (const { what, measured, budget, kept } of measureBundle()) {
  test(`${what}, keeps its budget of ${budget}`, () => {
    expect(kept, `It is ${measured}.`).toBe(true);
  });
}
