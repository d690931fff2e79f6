import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const FILES = globSync('src/web/**/*.css', { cwd: ROOT });

/**
 * Selectors that make a browser recompute the styles of whole lists, on every page and for each element that
 * comes or goes, since they may match any element: a tag alone after a sibling, or a tag inside the
 * description of `:has`. Browsers look up classes and positions among siblings.
 */
const COSTLY = [/(^|[\s>(])[a-z*][\w*-]*\s*[+~]\s/, /:has\(.*\)\S*[\s>+~]+(?:\S+\s)*[a-z*][\w-]*(?::\S*)?$/];

function selectorsOf(css) {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g);
  return [...rules]
    .map(([, selector]) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/).map((each) => each.trim()));
}

const isCostly = (selector) => COSTLY.some((form) => form.test(selector));

test.each([
  ['.note > * + *', true],
  ['.note li + li', true],
  ['.texts > div ~ div:last-child', true],
  ['.label:has(:checked) > span', true],
  ['.row + .row', false],
  ['.words + *', false],
  ['.card > :not(:first-child)', false],
  ['.choice:has(:checked)', false],
  [':root:has([data-open] [data-dialog-actions]) .toaster', false],
])('%s: that styles are worked out anew for it is %s', (selector, costly) => {
  expect(isCostly(selector)).toBe(costly);
});

test('no selector makes a browser check all elements', () => {
  const selectors = FILES.flatMap((file) =>
    selectorsOf(readFileSync(new URL(file, ROOT), 'utf8')).map((selector) => ({ file, selector })),
  );
  expect(selectors.length).toBeGreaterThan(FILES.length);
  expect(selectors.filter(({ selector }) => isCostly(selector))).toEqual([]);
});
