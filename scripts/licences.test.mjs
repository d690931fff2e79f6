import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8'));

/** Licenses that allow anyone to run and change Sunglow under its own license (MIT), with any additions. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
]);

/** Packages under other licenses, with the reason why they are allowed. */
const EXCEPTIONS = [
  // libvips, a shared library of its own beside sharp, which users can replace.
  { licence: 'LGPL-3.0-or-later', names: /^@img\/sharp-libvips-/ },
  { licence: 'Apache-2.0 AND LGPL-3.0-or-later', names: /^@img\/sharp-win32-/ },
  { licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', names: /^@img\/sharp-wasm32$/ },
  // Tools of the build and of tests, unchanged; the app contains no part of them.
  { licence: 'MPL-2.0', names: /^(lightningcss(-.*)?|axe-core|@axe-core\/playwright|ical\.js)$/ },
  // The public domain: below the library of Standard Webhooks, in tests alone.
  { licence: 'Unlicense', names: /^fast-sha256$/ },
  // The typeface: its license allows using and passing it on with any software.
  { licence: 'OFL-1.1', names: /^@fontsource-variable\/figtree$/ },
  // Their readme says MIT; they belong to the storage in the tests of photos.
  { licence: null, names: /^(humanize-number|only)$/ },
];

/** The lockfile takes the license from the registry. It omits the lists in very old packages. */
function licenceOf(path, { license }) {
  if (license) return license;
  const file = new URL(`${path}/package.json`, ROOT);
  if (!existsSync(file)) return null;
  return (
    JSON.parse(readFileSync(file, 'utf8'))
      .licenses?.map(({ type }) => type)
      .join(' AND ') ?? null
  );
}

const installed = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ name: path.split('node_modules/').at(-1), licence: licenceOf(path, entry) }));
const isException = ({ name, licence }, exception) =>
  exception.licence === licence && exception.names.test(name);

test('every package, for any platform, has an allowed license', () => {
  const others = installed.filter(
    (one) => !ALLOWED.has(one.licence) && !EXCEPTIONS.some((exception) => isException(one, exception)),
  );

  expect(others).toEqual([]);
});

test('every exception has a package', () => {
  const unused = EXCEPTIONS.filter((exception) => !installed.some((one) => isException(one, exception)));

  expect(unused).toEqual([]);
});
