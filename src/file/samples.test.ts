import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { DescribedPlan } from './describe-plan.ts';
import { DEVICE_ZONES } from '#src/file/testing/reading.ts';
import { differencesOf, samplePaths } from '#src/file/testing/samples.ts';

const PROGRAM = fileURLToPath(new URL('testing/plan-samples.ts', import.meta.url));

test.each(DEVICE_ZONES)(
  '[I3] [I4] on a device in %s, each sample of each format becomes what its app showed',
  async (zone) => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], {
      env: { ...process.env, TZ: zone },
      maxBuffer: 10_000_000,
    });

    const plans = JSON.parse(stdout) as Readonly<Record<string, DescribedPlan | string>>;
    const differences = Object.entries(plans).flatMap(([path, plan]) => {
      const [folder = '', file = ''] = path.split('/');
      return differencesOf(folder, file, plan).map((each) => `${path}: ${each}`);
    });
    expect(differences).toEqual([]);
    expect(Object.keys(plans)).toEqual(samplePaths());
  },
);
