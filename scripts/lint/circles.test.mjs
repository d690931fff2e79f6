import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCircles } from './circles.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A project of a few files. */
let project;

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'sunglow-circles-')));
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

test('no file and no folder of the project is in a circle', () => {
  expect(findCircles(ROOT)).toEqual({ files: [], folders: [] });
});

test('a circle of files is found however the imports are written', () => {
  write('src/a/one.ts', `import {\n  two,\n} from './two.ts';\n`);
  write('src/a/two.ts', `export type { Three } from '#src/a/three.tsx';\n`);
  write('src/a/three.tsx', `const four = () => import('./four.ts');\n`);
  write('src/a/four.ts', `import './one.ts';\nimport './alone.ts';\n`);
  write('src/a/alone.ts', `import 'vitest';\n`);

  const names = ['four.ts', 'one.ts', 'three.tsx', 'two.ts'];
  expect(findCircles(project)).toEqual({ files: [names.map((name) => `src/a/${name}`)], folders: [] });
});

test('a circle of folders beside each other is found, at any depth and over several, where no file is in one', () => {
  write('src/a/deep/down/one.ts', `import type { Two } from '#src/b/two.ts';\n`);
  write('src/b/two.ts', `export const two = 2;\n`);
  write('src/b/three.ts', `import { four } from '#src/c/four.ts';\n`);
  write('src/c/four.ts', `import { five } from '#src/a/five.ts';\n`);
  write('src/a/five.ts', `export const five = 5;\n`);

  expect(findCircles(project)).toEqual({ files: [], folders: [['src/a', 'src/b', 'src/c']] });
});

test('a folder and one within it are no circle, and tests import anything', () => {
  write('src/a/one.ts', `import { two } from '#src/a/in/two.ts';\n`);
  write('src/a/in/two.ts', `import { three } from '#src/a/three.ts';\n`);
  write('src/a/three.ts', `export const three = 3;\n`);
  write('src/a/three.test.ts', `import { four } from '#src/b/four.ts';\n`);
  write('src/a/testing/five.ts', `import { four } from '#src/b/four.ts';\n`);
  write('src/b/four.ts', `import { one } from '#src/a/one.ts';\n`);

  expect(findCircles(project)).toEqual({ files: [], folders: [] });
});

test('the check fails, and names the circle', () => {
  cpSync(join(ROOT, 'scripts', 'lint'), join(project, 'scripts', 'lint'), { recursive: true });
  write('src/a.ts', `import { b } from './b.ts';\n`);
  write('src/b.ts', `import { a } from './a.ts';\n`);

  const script = join(project, 'scripts', 'lint', 'circles.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });

  expect(status).toBe(1);
  expect(stderr).toBe('These files import each other:\n  src/a.ts\n  src/b.ts\n');
});

function write(path, text) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}
