// Asks the registry for known vulnerabilities of the production packages. A high or critical one fails. An
// unreachable registry is reported but does not fail, since the code is not its cause.
import { spawnSync } from 'node:child_process';

import { ROOT } from './toolchain.mjs';

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: ROOT,
  encoding: 'utf8',
  timeout: 120_000,
});
const report = parse(stdout);
const counts = report?.metadata?.vulnerabilities;
if (counts === undefined) {
  const why = report?.message ?? error?.message ?? 'it gave no answer';
  console.log(`npm audit: the registry is unreachable (${why}); continuing without an audit.`);
} else if (counts.high + counts.critical > 0) {
  const found = Object.values(report.vulnerabilities).filter(({ severity }) =>
    /high|critical/.test(severity),
  );
  for (const { name, severity, range } of found) console.error(`npm audit: ${name} ${range}: ${severity}`);
  process.exitCode = 1;
} else {
  console.log(`npm audit: nothing high or critical (${counts.moderate} moderate, ${counts.low} low).`);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
