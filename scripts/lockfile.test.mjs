import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readJson = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const { packages } = readJson('package-lock.json');

/** The path where Node finds `name` from the package at `path`. */
function find(path, name) {
  for (let base = path; ; base = base.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const entry = packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`];
    if (entry || base === '') return entry;
  }
}

// If npm cannot fetch an optional package for another platform, it omits the package, and `npm ci` then fails
// for everybody. To repair it, install again with a registry that has all of them.
test('the lockfile names the optional packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !find(path, name)),
  );

  expect(missing).toEqual([]);
});

test.each([
  'package-lock.json',
  'bench/budgets/lighthouse/package-lock.json',
  'bench/peers/apps/package-lock.json',
])('%s names no registry', (path) => {
  const { packages } = readJson(path);
  const resolved = Object.values(packages).flatMap((entry) => (entry.resolved ? [entry.resolved] : []));

  expect(resolved).toEqual([]);
});

test.each(['package.json', 'bench/budgets/lighthouse/package.json', 'bench/peers/apps/package.json'])(
  '%s names one version of each package, no range',
  (path) => {
    const { dependencies, devDependencies = {}, overrides = {} } = readJson(path);
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...overrides }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );

    expect(ranges).toEqual([]);
  },
);
