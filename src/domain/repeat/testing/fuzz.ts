import * as fc from 'fast-check';
import { anySeries } from './arbitrary-rule.ts';
import { compare, ZONES, type Verdict } from './oracle.ts';

type Verdicts = Record<Verdict & string, number>;

/**
 * Compares `numRuns` random series with the oracle. Throws at the first difference, shrunk to its smallest
 * form, with its seed.
 */
export function fuzz(numRuns: number, seed: number): Verdicts {
  const verdicts: Verdicts = { same: 0, 'not compared': 0, 'gave up': 0 };
  fc.assert(
    fc.property(anySeries, fc.constantFrom(...ZONES), (series, zone) => {
      const verdict = compare(series, zone);
      if (typeof verdict !== 'string') throw new Error(JSON.stringify({ zone, ...verdict }, null, 2));
      verdicts[verdict] += 1;
    }),
    { numRuns, seed },
  );
  return verdicts;
}
