import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const AUDIT = fileURLToPath(new URL('audit.mjs', import.meta.url));
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sunglow-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['nothing', { low: 1, moderate: 2, high: 0, critical: 0 }, {}, 0, 'nothing high or critical'],
  ['a weakness', { low: 0, moderate: 0, high: 1, critical: 0 }, { severity: 'high' }, 1, 'bad <2: high'],
])('an audit that finds %s', (_what, counts, found, code, printed) => {
  const vulnerabilities = { bad: { name: 'bad', range: '<2', severity: 'low', ...found } };

  expect(audit({ metadata: { vulnerabilities: counts }, vulnerabilities })).toEqual([
    code,
    expect.stringContaining(printed),
  ]);
});

test('an unreachable registry is reported, and does not fail', () => {
  expect(audit({ message: '405 Method Not Allowed' })).toEqual([
    0,
    expect.stringContaining('the registry is unreachable (405 Method Not Allowed)'),
  ]);
});

/** Runs the audit with an npm that answers `report`; returns its exit code and output. */
function audit(report) {
  const npm = join(folder, 'npm');
  writeFileSync(npm, `#!/bin/sh\ncat <<'END'\n${JSON.stringify(report)}\nEND\n`);
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, [AUDIT], { env, encoding: 'utf8' });
  return [status, stdout + stderr];
}
