import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { SunglowError } from '#src/domain/errors.ts';
import { contextIn, planned } from './reading.ts';
import { expectedOf, samplePaths, SAMPLES } from './samples.ts';

/** Prints the plans of all samples as JSON, in the zone of the process. */
const plans = samplePaths().map((path) => {
  const { zone } = expectedOf(dirname(path)).context;
  try {
    return [path, planned(basename(path), readFileSync(`${SAMPLES}/${path}`), contextIn(zone))];
  } catch (error) {
    if (!(error instanceof SunglowError)) throw error;
    return [path, error.message];
  }
});
process.stdout.write(JSON.stringify(Object.fromEntries(plans)));
