import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

/** Where Node would find `name` from the package at `path`. */
function find(path, name) {
  for (let base = path; ; base = base.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const entry = packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`];
    if (entry || base === '') return entry;
  }
}

// npm leaves out an optional package for another platform when it could not fetch it, and `npm ci` then fails for
// everybody. Mend it by installing again where the registry has all of them.
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
