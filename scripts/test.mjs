// npm test: runs all checks, and prints the totals in the last line.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { build } from './build.mjs';
import { findTestChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT, run } from './toolchain.mjs';

const REPORTS = join(ROOT, '.cache', 'test');
const UNIT_REPORT = join(REPORTS, 'vitest.json');
const E2E_REPORT = join(REPORTS, 'playwright.json');

ensureInstalled();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const failures = [];
const step = async (name, work) => {
  console.log(`\n${name}`);
  const code = await work();
  if (code !== 0) failures.push(name);
  return code;
};

await step('Format', () => run('oxfmt', ['--check', '.']));
await step('Lint', () => run('oxlint', ['--type-aware']));
await step('Types', () => run('tsc', []));
const unit = await step('Unit and server tests', () =>
  run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`]),
);
await step('Web build', () => build({ ifChanged: true }));
const e2e = await step('End-to-end tests', () =>
  run('playwright', ['test', '--reporter=list,json'], {
    env: { CHROMIUM_PATH: findTestChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: E2E_REPORT },
  }),
);

const total = [count(UNIT_REPORT, unit, countUnit), count(E2E_REPORT, e2e, countE2e)].reduce((a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
}));
console.log(failures.length > 0 ? `\nFailed: ${failures.join(', ')}` : '');
// Repeated at the end, since a log may be cut, and failures of the first part are far above. Playwright
// prints its own at its end.
for (const name of failedUnits()) console.log(`  ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

function countUnit(report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

function failedUnits() {
  if (!existsSync(UNIT_REPORT)) return [];
  return JSON.parse(readFileSync(UNIT_REPORT, 'utf8')).testResults.flatMap(
    ({ name, message, assertionResults }) => [
      ...(message ? [`${relative(ROOT, name)}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages: [first = ''] }) =>
            `${relative(ROOT, name)} › ${fullName}\n${first.slice(0, 2_000)}`,
        ),
    ],
  );
}

function countE2e({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

/** A run that failed without a failing test (it could not start, say) counts as one failure. */
function count(path, code, read) {
  const counted = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : { passed: 0, failed: 0 };
  return { ...counted, failed: Math.max(counted.failed, code === 0 ? 0 : 1) };
}
