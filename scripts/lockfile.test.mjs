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

test('the lockfile names no registry', () => {
  const resolved = Object.values(packages).flatMap((entry) => (entry.resolved ? [entry.resolved] : []));

  expect(resolved).toEqual([]);
});

test.each(['bench/budgets/lighthouse', 'bench/peers/apps'])(
  '%s takes the packages of a day instead of those of a lockfile',
  (folder) => {
    const settings = readFileSync(new URL(`../${folder}/.npmrc`, import.meta.url), 'utf8');

    expect(settings).toMatch(/^before=\d{4}-\d{2}-\d{2}$/m);
    expect(settings).toMatch(/^ignore-scripts=true$/m);
  },
);

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
