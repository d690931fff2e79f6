import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkParts, linksIn } from './link-text.ts';

test.each([
  ['https://a.b/c', 'https://a.b/c'],
  ['see https://a.b/c.', 'https://a.b/c'],
  ['see https://a.b/c, then go', 'https://a.b/c'],
  ['(https://a.b/c)', 'https://a.b/c'],
  ['(as on https://a.b/c).', 'https://a.b/c'],
  ['https://a.b/Sun_(star)', 'https://a.b/Sun_(star)'],
  ['(https://a.b/Sun_(star)!)', 'https://a.b/Sun_(star)'],
  ['[map](https://a.b/c?d=[1]&e#f)', 'https://a.b/c?d=[1]&e#f'],
  ['<https://a.b/c>', 'https://a.b/c'],
  ['"https://a.b/c"', 'https://a.b/c'],
  ['“https://a.b/c”', 'https://a.b/c'],
  ['*https://a.b/c*', 'https://a.b/c'],
  ['Is it https://a.b/?', 'https://a.b/'],
  ['https://a.b/?q=1&r=2', 'https://a.b/?q=1&r=2'],
  ['HTTPS://A.b', 'HTTPS://A.b'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['http://[::1]/', 'http://[::1]/'],
  ['看https://a.b/北京。好', 'https://a.b/北京'],
  ['mailto:ada@example.com.', 'mailto:ada@example.com'],
  ['line one\nhttps://a.b/c\nline three', 'https://a.b/c'],
])('in %j the link is %j', (text, address) => {
  expect(linksIn(text)).toEqual([address]);
});

test.each([
  '',
  'no link',
  'javascript:alert(1)',
  'JaVaScRiPt://a.b/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://a.b/c',
  'xhttps://a.b',
  'https://',
  'https://...',
  'http://[',
  'https:a.b',
  'mailto:',
  'mailto:.',
  'mailto:nobody',
])('%j has no link', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test('words and links alternate', () => {
  expect(linkParts('Map (https://a.b/c), or mailto:ada@b.c')).toEqual([
    { text: 'Map (', href: null },
    { text: 'https://a.b/c', href: 'https://a.b/c' },
    { text: '), or ', href: null },
    { text: 'mailto:ada@b.c', href: 'mailto:ada@b.c' },
  ]);
});

test('an address is listed once', () => {
  expect(linksIn('https://a.b https://c.d https://a.b')).toEqual(['https://a.b', 'https://c.d']);
});

const pieces = [
  'https://',
  'http://',
  'mailto:',
  'javascript:',
  'a.b',
  '@',
  '(',
  ')',
  ']',
  '.',
  '/',
  ' ',
  '\n',
  '\u202e',
  '’',
  '😀',
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 3 })), {
    maxLength: 20,
  })
  .map((some) => some.join(''));

test('the parts joined are the text, and no link is of another scheme', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parts = linkParts(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      expect(parts.every((part) => part.text !== '')).toBe(true);
      for (const { protocol } of linksIn(text).map((href) => new URL(href))) {
        expect(['http:', 'https:', 'mailto:']).toContain(protocol);
      }
    }),
  );
});
