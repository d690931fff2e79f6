import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const unit = readFileSync(fileURLToPath(new URL('systemd/sunglow.service', import.meta.url)), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'sunglow-unit-'));
const file = join(folder, 'sunglow.service');
// systemd accepts the unit only if the program exists.
writeFileSync(file, unit.replace('/opt/sunglow/node_modules/node/bin/node', process.execPath));
afterAll(() => rmSync(folder, { recursive: true }));

/** Some machines that run the tests lack systemd, and it cannot be installed as a package. */
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('the unit leaves time for a drain of 10 s and the requests under way', () => {
  expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(15);
});

test.runIf(hasSystemd)('systemd understands the whole unit', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });

  expect([status, stderr]).toEqual([0, '']);
});

test.runIf(hasSystemd)(
  'the unit gives the server few rights beyond its work, by the measure of systemd',
  () => {
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
      encoding: 'utf8',
    });

    // From 0 (safe) to 10 (unprotected); units without any hardening are at 9.6.
    expect(Number(/exposure level for sunglow.service: ([\d.]+)/.exec(report)?.[1])).toBeLessThan(2);
  },
);
