import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
/** Without decisions and diaries, which describe former files. */
const DOCUMENTS = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  ...readdirSync(new URL('docs/', ROOT))
    .filter((name) => name.endsWith('.md') && name !== 'proof.md')
    .map((name) => `docs/${name}`),
];
const files = ['src', 'bench', 'e2e', 'scripts', 'docs', 'deploy', 'ops', 'bin'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, ROOT), { recursive: true }).map((name) => `/${folder}/${String(name)}`),
);

test('files of the code that documents name are there, but for new ones of an example', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...readFileSync(new URL(document, ROOT), 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`(?!, new)/g)]
      .map(([, name]) => name ?? '')
      .filter(
        (name) =>
          name !== './x.ts' &&
          !existsSync(new URL(name, ROOT)) &&
          !files.some((file) => file.endsWith(`/${name}`)),
      )
      .map((name) => `${document}: ${name}`),
  );

  expect(missing).toEqual([]);
});
