import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZONES } from './zones.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OXLINT = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');

/** A project with this one's lint settings. */
let project;

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'sunglow-lint-')));
  cpSync(join(ROOT, '.oxlintrc.json'), join(project, '.oxlintrc.json'));
  cpSync(join(ROOT, 'scripts', 'lint'), join(project, 'scripts', 'lint'), { recursive: true });
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

/** Imports, each with the message that rejects it. */
const REJECTED = [
  ['src/domain/a.ts', '#src/tables/operations.ts', 'src/domain imports only src/domain.'],
  ['src/domain/b.ts', '#src/server/auth/auth.ts', 'src/domain imports only src/domain.'],
  ['src/domain/c.ts', 'node:fs', 'src/domain does not import node:.'],
  ['src/domain/d.ts', '#src/domain/../web/ui/button.tsx', 'src/domain imports only src/domain.'],
  ['src/domain/e.ts', '#src/file/data-file.ts', 'src/domain imports only src/domain.'],
  ['src/tables/a.ts', '#src/sync/protocol.ts', 'src/tables imports only src/domain, src/tables.'],
  ['src/tables/b.ts', '#src/reading/query/read.ts', 'src/tables imports only src/domain, src/tables.'],
  ['src/tables/c.ts', 'node:fs', 'src/tables does not import node:.'],
  [
    'src/reading/a.ts',
    '#src/file/data-file.ts',
    'src/reading imports only src/domain, src/tables, src/reading.',
  ],
  ['src/reading/b.ts', 'node:fs', 'src/reading does not import node:.'],
  [
    'src/file/a.ts',
    '#src/sync/protocol.ts',
    'src/file imports only src/domain, src/tables, src/reading, src/file.',
  ],
  [
    'src/file/b.ts',
    '#src/web/platform/session.ts',
    'src/file imports only src/domain, src/tables, src/reading, src/file.',
  ],
  ['src/file/c.ts', 'node:fs', 'src/file does not import node:.'],
  [
    'src/sync/server/a.ts',
    '#src/server/db/database.ts',
    'src/sync imports only src/domain, src/tables, src/reading, src/file, src/sync.',
  ],
  [
    'src/sync/server/b.ts',
    '#src/sync/client/state/view.ts',
    'src/sync/server does not import src/sync/client.',
  ],
  ['src/sync/client/a.ts', '../server/push.ts', 'src/sync/client does not import src/sync/server.'],
  ['src/sync/protocol.ts', './client/view.ts', 'src/sync/protocol.ts does not import src/sync/client.'],
  ['src/server/auth/a.ts', '#src/web/platform/session.ts', 'src/server does not import src/web.'],
  ['src/server/auth/b.ts', '#src/sync/client/state/view.ts', 'src/server does not import src/sync/client.'],
  ['src/server/auth/c.ts', '#scripts/toolchain.mjs', 'src imports only src.'],
  [
    'src/server/auth/d.ts',
    '#src/server/testing/databases/engines.ts',
    'What users run does not import tests',
  ],
  ['src/server/auth/e.ts', './d.test.ts', 'What users run does not import tests'],
  ['src/web/features/tasks/a.ts', '#src/server/auth/auth.ts', 'src/web does not import src/server.'],
  ['src/web/features/tasks/b.ts', '#src/sync/server/push.ts', 'src/web does not import src/sync/server.'],
  ['src/web/features/tasks/c.ts', 'fs', 'src/web does not import node:.'],
  [
    'src/web/features/tasks/d.ts',
    '#src/web/features/auth/use-enter.ts',
    'A feature does not import another.',
  ],
  ['src/web/features/tasks/e.ts', '../auth/use-enter.ts', 'A feature does not import another.'],
  ['src/web/addresses/a.ts', '#src/web/platform/session.ts', 'src/web/addresses imports only '],
  ['src/web/platform/a.ts', '#src/web/focus/dialogs.ts', 'src/web/platform imports only '],
  ['src/web/feedback/a.ts', '#src/web/words/words.ts', 'src/web/feedback imports only '],
  ['src/web/account/a.ts', '#src/web/tasks/selection.ts', 'src/web/account imports only '],
  ['src/web/focus/a.ts', '#src/web/ui/button.tsx', 'src/web/focus imports only '],
  ['src/web/ui/a.ts', '#src/web/data/rows.ts', 'src/web/ui imports only '],
  ['src/web/ui/b.ts', '#src/web/features/tasks/dialog/new-task.ts', 'src/web/ui imports only '],
  ['src/web/words/a.ts', '#src/web/data/rows.ts', 'src/web/words imports only '],
  ['src/web/tasks/a.ts', '#src/web/features/tasks/dialog/new-task.ts', 'src/web/tasks imports only '],
  ['src/web/data/a.ts', '#src/web/routes.tsx', 'src/web/data imports only '],
  ['src/web/features/tasks/f.ts', '#src/web/dialogs.tsx', 'src/web/features imports only '],
  ...[
    ['draft', 'quick-add'],
    ['quick-add', 'details'],
    ['details', 'arranged'],
    ['repeat', 'page'],
    ['reminders', 'arranged'],
    ['sections', 'board'],
    ['collection', 'views'],
    ['selection', 'dialog'],
    ['arranged', 'board'],
    ['weeks', 'dialog'],
    ['board', 'page'],
    ['calendar', 'dialog'],
    ['dialog', 'page'],
    ['page', 'views'],
  ].map(([from, to]) => {
    const tasks = 'src/web/features/tasks';
    return [
      `${tasks}/${from}/a.ts`,
      `#${tasks}/${to}/b.ts`,
      `${tasks}/${from} does not import ${tasks}/${to}.`,
    ];
  }),
  ['src/web/worker/a.ts', '#src/web/ui/button.tsx', 'src/web/worker imports only '],
  ['src/sync/wire.ts', './client/replica.ts', 'src/sync/wire.ts does not import src/sync/client.'],
  [
    'src/sync/parse-message.ts',
    './server/push.ts',
    'src/sync/parse-message.ts does not import src/sync/server.',
  ],
  ['src/cli/a.ts', '#src/tables/operations.ts', 'src/cli imports only src/domain, src/cli.'],
];

test('each zone has an import that it rejects', () => {
  // The topmost zone may import all others.
  const guarded = ZONES.filter(({ never }) => never?.length !== 0);
  const untried = guarded.filter(({ folder }) => !REJECTED.some(([, , why]) => why.startsWith(`${folder} `)));
  expect(untried).toEqual([]);
});

test('an import across a border is rejected', () => {
  for (const [path, target] of REJECTED) write(path, `export { it } from '${target}';\n`);

  const found = lint('sunglow(import-borders)');

  expect(found).toEqual(
    REJECTED.map(([path, , why]) => ({ path, message: expect.stringContaining(why) })).toSorted(byPath),
  );
});

test('an import across a border is rejected in every notation', () => {
  const target = '#src/server/auth/auth.ts';
  const ways = [
    `import { it } from '${target}';\nit();\n`,
    `import '${target}';\n`,
    `import type { It } from '${target}';\nexport const it: It = 1;\n`,
    `export * from '${target}';\n`,
    `export const it = import('${target}');\n`,
    `export const it = import(\`${target}\`);\n`,
    `export type It = import('${target}').It;\n`,
  ];
  for (const [index, way] of ways.entries()) write(`src/web/${index}.ts`, way);

  expect(lint('sunglow(import-borders)').map(({ path }) => path)).toEqual(
    ways.map((_, index) => `src/web/${index}.ts`),
  );
});

test('imports within the borders are accepted, and tests import anything', () => {
  const good = [
    ['src/domain/a.ts', './id.ts'],
    ['src/domain/b.ts', 'uuid'],
    ['src/sync/server/a.ts', 'node:timers/promises'],
    ['src/file/plan-import.ts', '#src/tables/operations.ts'],
    ['src/reading/lists/a.ts', '#src/tables/tables.ts'],
    ['src/server/server.ts', '#src/sync/server/hub.ts'],
    ['src/server/jobs/a.ts', '#src/file/data-file.ts'],
    ['src/web/features/tasks/a.ts', '#src/web/ui/button.tsx'],
    ['src/web/features/tasks/b.ts', '#src/web/features/tasks/parts/c.ts'],
    ['src/web/features/tasks/views/a.ts', '#src/web/features/tasks/draft/b.ts'],
    ['src/web/features/tasks/details/a.ts', '#src/web/features/tasks/repeat/b.ts'],
    ['src/web/routes.tsx', '#src/web/features/tasks/a.ts'],
    ['src/web/features/tasks/a.test.ts', '#src/sync/testing/samples.ts'],
    ['src/sync/testing/world.ts', '#src/sync/server/push.ts'],
    ['e2e/a.test.ts', '#src/server/testing/processes/test-server.ts'],
  ];
  for (const [path, target] of good) write(path, `export { it } from '${target}';\n`);

  expect(lint('sunglow(import-borders)')).toEqual([]);
});

test('an import is written ./ within a folder and # across folders, and the fix writes it so', () => {
  const before = [
    `export { a } from '#src/web/ui/a.ts';`,
    `export { b } from '../focus/b.ts';`,
    `export { c } from './parts/c.ts';`,
    `export const d = () => import('../ui/d.ts');`,
    `export { e } from '../styles/e.css?url';`,
    `export { f } from './f.ts';`,
    `export { g } from '#src/web/addresses/links.ts';`,
    `export { h } from '../../../dist/h.js';`,
    `export { i } from 'react';`,
  ];
  const after = [
    `export { a } from './a.ts';`,
    `export { b } from '#src/web/focus/b.ts';`,
    `export { c } from '#src/web/ui/parts/c.ts';`,
    `export const d = () => import('./d.ts');`,
    `export { e } from '#src/web/styles/e.css?url';`,
    ...before.slice(5),
  ];
  write('src/web/ui/it.ts', before.join('\n'));

  expect(lint('sunglow(import-style)')).toHaveLength(5);
  oxlint('--fix');

  expect(read('src/web/ui/it.ts').split('\n')).toEqual(after);
});

function write(path, text) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

function read(path) {
  return readFileSync(join(project, path), 'utf8');
}

function oxlint(...args) {
  return spawnSync(process.execPath, [OXLINT, ...args], { cwd: project, encoding: 'utf8' }).stdout;
}

/** The messages of `rule` in the project, by path. */
function lint(rule) {
  return JSON.parse(oxlint('--format', 'json'))
    .diagnostics.filter(({ code }) => code === rule)
    .map(({ filename, message }) => ({ path: filename.replaceAll('\\', '/'), message }))
    .toSorted(byPath);
}

function byPath(a, b) {
  return a.path < b.path ? -1 : 1;
}
