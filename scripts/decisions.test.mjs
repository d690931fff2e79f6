import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../docs/decisions/', import.meta.url);
const read = (name) => readFileSync(new URL(name, FOLDER), 'utf8');
const files = readdirSync(FOLDER).filter((name) => /^\d{3}-/.test(name));

test('each decision has a unique number, a date and a status, and the same ones in the index', () => {
  const rows = files.map((name) => {
    const [, number, title] = /^# (\d{3}): (.+)$/m.exec(read(name)) ?? [];
    const [, date, status] = /^Date: (\d{4}-\d{2}-\d{2})\. Status: (.+)\.$/m.exec(read(name)) ?? [];
    expect(name.slice(0, 3)).toBe(number);
    return `| [${number}](${name}) | ${title} | ${date} | ${status} |`;
  });

  expect(new Set(files.map((name) => name.slice(0, 3))).size).toBe(files.length);
  expect(read('README.md').match(/^\| \[.*$/gm)).toEqual(rows);
});

test('a superseded decision names the one that supersedes it, and the reverse', () => {
  const numbersIn = (text) => [...new Set(text.match(/\b\d{3}\b/g))];
  const statusOf = (name) => /Status: .+/.exec(read(name))?.[0] ?? '';
  const claimed = files.flatMap((name) =>
    [...read(name).matchAll(/Supersedes[^.:;]+/g)].flatMap(([text]) =>
      numbersIn(text).map((old) => `${name.slice(0, 3)} supersedes ${old}`),
    ),
  );
  const admitted = files.flatMap((name) =>
    numbersIn(statusOf(name).split('superseded by ')[1] ?? '').map(
      (later) => `${later} supersedes ${name.slice(0, 3)}`,
    ),
  );

  expect(claimed.length).toBeGreaterThan(8);
  expect(admitted.toSorted()).toEqual(claimed.toSorted());
});
