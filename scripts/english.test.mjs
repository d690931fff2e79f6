import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const FILES = globSync('{src,bench,e2e,scripts,deploy,bin}/**/*.{ts,tsx,mjs,css}', {
  cwd,
  exclude: (path) => /node_modules|dist/.test(path),
});

/** A subject that names nothing, at the beginning of a sentence. */
const OPENING = /^(?:What|Whatever|Whoever|Whichever|Those|Such|Whether|So many|One (?:that|who|which))\b/;
const PREPOSITION =
  /\b(?:in|of|by|behind|below|above|at|to|for|from|with|on|under|after|before|beside|without|within|through|into|against|between|beyond|until|since|than) (?:which|whose|whom)\b/i;

/** A comment that keeps its form for a reason is one of so many in a hundred. */
const EXCEPTIONS = 0.01;

function commentsOf(code) {
  const found = code.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|[\s;{}(),])\/\/ (.*(?:\n\s*\/\/ .*)*)/g);
  return [...found]
    .map(([, block, lines]) =>
      (block ?? lines)
        .split('\n')
        .map((line) => line.replace(/^\s*(?:\*|\/\/) ?/, ''))
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
}

const hasToBeReadTwice = (comment) =>
  PREPOSITION.test(comment) || comment.split(/(?<=[.;:]) /).some((sentence) => OPENING.test(sentence));

test.each([
  ['What a button does.', true],
  ['All rows. Those that are deleted come last.', true],
  ['The moment by which it is done.', true],
  ['The action of a button. It says what it does.', false],
])('%s', (comment, expected) => {
  expect(commentsOf(`const a = 1; /** ${comment} */\n// ${comment}\n`).map(hasToBeReadTwice)).toEqual([
    expected,
    expected,
  ]);
});

test('comments name the thing first', () => {
  const comments = FILES.flatMap((path) =>
    commentsOf(readFileSync(`${cwd}/${path}`, 'utf8')).map((comment) => `${path}: ${comment}`),
  );
  const broken = comments.filter((comment) => hasToBeReadTwice(comment.slice(comment.indexOf(': ') + 2)));

  expect(comments.length).toBeGreaterThan(100);
  const isFew = broken.length < comments.length * EXCEPTIONS;
  expect(isFew ? [] : broken).toEqual([]);
});
