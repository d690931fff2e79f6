import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, '..');

interface Declaration {
  /** The selectors and conditions around it, from the outside in. */
  readonly within: string;
  readonly property: string;
  readonly value: string;
}

/** Properties that name sides of the screen instead of sides of a line. */
const PHYSICAL_PROPERTY =
  /^((min-|max-)?(width|height)|top|right|bottom|left|(margin|padding|border|scroll-margin|scroll-padding)-(top|right|bottom|left).*|border-(top|bottom)-(left|right)-radius)$/;
const PHYSICAL_VALUE = /(^|\s)(left|right)(\s|$)|safe-area-inset-(left|right)/;
/** top right bottom left */
const FOUR_SIDES = /^(margin|padding|inset|border-(width|color|style)|scroll-(margin|padding))$/;
/** Values that point sideways for everybody; another rule must mirror them. */
const SIDEWAYS = /translateX\((?!0)|translate\((?!0)[^,)]|to (left|right)/;

const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

test.each(files)('%s is ready for reading from right to left', (file) => {
  const declarations = parseStyles(readFileSync(join(WEB, file), 'utf8'));
  const isTurned = declarations.some(({ within }) => within.includes(':dir(rtl)'));
  const wrong = declarations.filter((declaration) => {
    // The only declaration that may name the device's sides.
    if (file.endsWith('tokens.css') && declaration.property === '--safe-inline') return false;
    return isPhysical(declaration) || (SIDEWAYS.test(declaration.value) && !isTurned);
  });
  expect(wrong).toEqual([]);
});

test('declarations by the sides of the screen are found', () => {
  const styles = `
    .a { margin: 0 1px 0 2px; /* left: 0; */ margin-inline: 1px 2px }
    @media (width < 832px) { .b { left: 0; text-align: right; inset: 1px var(--a, 2px) 3px var(--a, 2px); } }
    .c { border-radius: 1px 2px 2px 1px; border-radius: 1px 1px 0 0; max-width: 1px; transform: translateY(2px) }
  `;
  const found = parseStyles(styles).filter(isPhysical);
  expect(found.map(({ property, value }) => `${property}: ${value}`)).toEqual([
    'margin: 0 1px 0 2px',
    'left: 0',
    'text-align: right',
    'border-radius: 1px 2px 2px 1px',
    'max-width: 1px',
  ]);
  expect(SIDEWAYS.test('translateX(-100%)')).toBe(true);
});

function isPhysical({ property, value }: Declaration): boolean {
  const [first, second, third, fourth] = splitValue(value);
  if (FOUR_SIDES.test(property) && fourth !== undefined && second !== fourth) return true;
  // The corners from the upper left one, clockwise.
  const corners = [first, second ?? first, third ?? first, fourth ?? second ?? first];
  if (property === 'border-radius' && (corners[0] !== corners[1] || corners[2] !== corners[3])) return true;
  return PHYSICAL_PROPERTY.test(property) || PHYSICAL_VALUE.test(value);
}

/** The parts of a value between its blanks; parentheses are one part. */
function splitValue(value: string): string[] {
  return value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
}

/**
 * Every declaration of a style sheet. Does not handle braces and semicolons in texts: the app's styles have
 * none.
 */
function parseStyles(css: string): Declaration[] {
  const declarations: Declaration[] = [];
  const within: string[] = [];
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (const [, head = '', end] of text.matchAll(/([^{};]*)([{};])/g)) {
    const part = head.trim().replaceAll(/\s+/g, ' ');
    if (end === '{') within.push(part);
    else if (part !== '' && !part.startsWith('@')) {
      const [property = '', ...value] = part.split(':');
      declarations.push({
        within: within.join(' '),
        property: property.trim(),
        value: value.join(':').trim(),
      });
    }
    if (end === '}') within.pop();
  }
  return declarations;
}
