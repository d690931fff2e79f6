import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { lexNote } from './lex-note.ts';
import { Markdown } from './markdown.tsx';

const MOST = LIMITS.taskDescription;
const shown = (text: string) => renderToStaticMarkup(<Markdown text={text} />);
/** The letters of a text, without the signs of Markdown. */
const words = (text: string) => text.replaceAll(/<[^>]*>|[^A-Za-z]/g, '');
const nested = (mark: string, width: number, count: number) =>
  Array.from({ length: count }, (_, level) => `${' '.repeat(level * width)}${mark}a\n`).join('');

test('parts nested too deeply to see are shown as text in full', () => {
  const markup = shown(nested('- ', 2, 120));
  expect(markup.match(/<ul/g)?.length).toBeGreaterThan(10);
  expect(markup.match(/<ul/g)?.length).toBeLessThan(20);
  expect(words(markup)).toBe('a'.repeat(120));
});

test('a note with a line of too many marks is shown as text', () => {
  for (const mark of ['> ', '>', '- ', '+ ', '1. ', '* > ', '> - '])
    expect(lexNote(`**a**\n${mark.repeat(17)}a`).map(({ type }) => type)).toEqual(['paragraph']);
  for (const honest of ['> > > a', '- '.repeat(40), '-'.repeat(40), '>'.repeat(16), '*'.repeat(40)])
    expect(lexNote(`${honest}\n\n# a`).map(({ type }) => type)).toContain('heading');
});

test('a note longer than the limit is shown as text', () => {
  const text = '**a** '.repeat(MOST / 6 + 1);
  expect(lexNote(text)).toHaveLength(1);
  expect(shown(text)).toContain(`<p>${text}</p>`);
});

test('a table far larger than its text is shown as text', () => {
  const table = (columns: number, rows: number) =>
    `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'b\n'.repeat(rows)}`;
  expect(lexNote(table(1000, 4000)).map(({ type }) => type)).not.toContain('table');
  expect(lexNote(table(8, 300)).map(({ type }) => type)).toContain('table');
});

test('after a table that begins again with each line, tables are text; after ordinary tables they are not', () => {
  const [hostile, honest] = ['|a\n|-\n'.repeat(2600), '|a|\n|-|\n|b|\n\n'.repeat(1000)];
  expect(lexNote(`${hostile}\n\n|c|\n|-|\n`).map(({ type }) => type)).not.toContain('table');
  const types = lexNote(`${honest}|c|\n|-|\n`).map(({ type }) => type);
  expect(types.filter((type) => type === 'table')).toHaveLength(1001);
});

test('emphasis ends in a long note too', () => {
  const text = '**a b** and *c*, '.repeat(MOST / 17);
  expect(shown(text).match(/<strong>a b<\/strong> and <em>c<\/em>/g)).toHaveLength(Math.floor(MOST / 17));
});

test.each(['!', '._', 'a_', '#!'])('after many %s, an email address is text; after an ordinary note it is a link', (part) => {
  const [hostile, honest] = [part.repeat(8000 / part.length), `${part.repeat(20)} ${'word! '.repeat(2000)}`];
  expect(shown(`${hostile} a@b.c`)).not.toContain('<a ');
  expect(words(shown(`${hostile} a@b.c`))).toBe(words(`${hostile}abc`));
  expect(shown(`${honest} a@b.c`)).toContain('href="mailto:a@b.c"');
  expect(shown(`${hostile}\n\n# A\n\nb`)).toContain('<p>b</p>');
}); // prettier-ignore

// By itself, marked takes seconds for each of these, or overflows the stack.
test.each([
  ['quotes like stairs', Array.from({ length: 1000 }, (_, line) => `${'> '.repeat(16 - (line % 16))}a\n`).join('')],
  ['quotes, and lines that go on', `${'>'.repeat(16)}\n${'~\n1.<!--1) '.repeat(1500)}`],
  ['lists, and lines that go on', `- a\n${'b\n'.repeat(8000)}`],
  ['lists in a line, and lines that go on', `a\n- ${'* '.repeat(4000)}a\n${'b\n'.repeat(4000)}`],
  ['a rule within lists, and lines that go on', `${'- '.repeat(2000)}${'* '.repeat(2000)}\n${'b\n'.repeat(4000)}`],
  ['quotes of nothing', `${'> '.repeat(16)}${' '.repeat(16_000)}a`],
  ['10,000 quotes', '> '.repeat(10_000)],
  ['10,000 lists', '- '.repeat(10_000)],
  ['10,000 numbers', '1. '.repeat(10_000)],
  ['lists by indentation', nested('- ', 2, 127)],
  ['emphasis in emphasis', `${'*a '.repeat(2700)}${'a* '.repeat(2700)}`],
  ['stars around', `${'*'.repeat(8000)}a${'*'.repeat(8000)}`],
  ['emphasis without an end', '*a_'.repeat(5400)],
  ['strikes without an end', '~~a ~b'.repeat(2700)],
  ['an endless address', `${'a'.repeat(8000)}@${'b'.repeat(8000)}`],
  ['an address whose name is marks', `${'!'.repeat(16_000)}@b.c`],
  ['names of addresses without an end', '._'.repeat(8000)],
  ['brackets', `${'['.repeat(8000)}${']'.repeat(8000)}`],
  ['links in links', `${'['.repeat(4000)}a${'](b)'.repeat(3000)}`],
  ['a table of one line', `|${'a|'.repeat(4000)}\n|${'-|'.repeat(4000)}`],
  ['references to one address', `[a]: https://a.b/${'c'.repeat(8000)}\n\n${'[a] '.repeat(2000)}`],
  ...['[', '*', '`', '_', '~', '!', '<', '|', '|-', '> ', '- ', '[a](', '![', '# ', '&#', '\\', '\n', '\t', 'a\n-\n'].map(
    (part) => [`nothing but ${JSON.stringify(part)}`, part.repeat(40_000 / part.length)],
  ),
] as [string, string][])('%s: it is shown', (_, text) => {
  const [short, long] = [shown(text.slice(0, MOST)), shown(text)];
  expect(short.length).toBeGreaterThan(0);
  expect(long.length).toBeLessThan(text.length * 200);
}); // prettier-ignore

const PIECES = [
  '*', '**', '_', '`', '```', '~', '~~', '!', '[', ']', '(', ')', '<', '>', '\\', '#', '-', '+', '1.', '|', ':', '=', '"', "'", '&', '@', '.', 'a', 'b ', ' ',
  '    ', '\t', '\n', '\n\n', '  \n', '[a]', '](', '](b)', '![', '[a]: b', '<a ', '<!--', '-->', '<?', '<div>', '</div>', '<pre>', 'http://', 'https://a.b', 'www.',
  'javascript:', 'data:', '&#58;', '&amp;', 'a@b.c', '- [ ] ', '- [x] ', '> ', '---', '|-|', 'é', '😀', '\u00a0', '\u202e', '\0', '\ud800', '<![CDATA[', ']]>', '\r',
]; // prettier-ignore
const anyPiece = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
  .map((some) => some.join(''));
/** Texts with many repetitions of a few pieces, which take the longest. */
const anyHostile = fc
  .array(fc.tuple(anyPiece, fc.oneof(fc.constant(1), fc.nat(400))), { minLength: 1, maxLength: 6 })
  .map((some) => some.map(([piece, count]) => piece.repeat(count)).join('').slice(0, MOST)); // prettier-ignore

const ELEMENTS =
  /<(?:\/?(?:p|h[3-6]|ul|ol|li|blockquote|pre|code|hr|br|strong|em|del|label|span|figure|table|thead|tbody|tr|th|td|a|div|input))(?: (?:class="[\w -]*"|dir="(?:auto|ltr)"|start="\d+"|scope="col"|tabindex="0"|aria-label="Table"|data-align="\w+"|type="checkbox"|disabled=""|checked=""|href="(?:https?:\/\/|mailto:|tel:)[^"]*"|target="_blank"|rel="noopener noreferrer nofollow"))*\/?>/g;

test('any note is shown with the allowed elements alone', () => {
  fc.assert(
    fc.property(anyHostile, (text) => {
      expect(shown(text).replaceAll(ELEMENTS, '')).not.toMatch(/[<>]/);
    }),
    { numRuns: 150 },
  );
});
