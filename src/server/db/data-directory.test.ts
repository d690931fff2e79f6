import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DataDirectoryInUse, DataDirectoryUnusable, takeDataDirectory } from './data-directory.ts';

/** A process that takes the folder, says so, and keeps it until it is killed. */
const HOLDER = `
  const { takeDataDirectory } = await import('#src/server/db/data-directory.ts');
  try {
    takeDataDirectory(process.env.FOLDER);
    console.log('taken');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.code);
  }
`;

describe('data directory', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sunglow-test-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function startHolder(): Promise<{ child: ChildProcess; answer: string }> {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', HOLDER], {
      env: { ...process.env, FOLDER: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [chunk]: Buffer[] = await once(child.stdout, 'data');
    return { child, answer: chunk!.toString().trim() };
  }

  test('a second process is rejected while one has the folder', async () => {
    const first = await startHolder();
    const second = await startHolder();

    expect([first.answer, second.answer]).toEqual(['taken', 'DATA_DIR_IN_USE']);
    expect(() => takeDataDirectory(folder)).toThrow(DataDirectoryInUse);
  });

  test('a process that was killed leaves no lock behind', async () => {
    const { child } = await startHolder();
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;

    expect((await startHolder()).answer).toBe('taken');
  });

  test('a released folder can be taken at once', async () => {
    takeDataDirectory(folder).release();

    expect((await startHolder()).answer).toBe('taken');
  });

  test('a second attempt of the same process is rejected', () => {
    const taken = takeDataDirectory(folder);

    expect(() => takeDataDirectory(folder)).toThrow(DataDirectoryInUse);
    taken.release();
  });

  test('the secret is made once, and only its owner can read it', () => {
    const taken = takeDataDirectory(folder);
    const secret = taken.secret();
    taken.release();

    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(takeDataDirectory(folder).secret()).toBe(secret);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(`${secret}\n`);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  test('a path to a file is rejected with the reason', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');

    expect(() => takeDataDirectory(file)).toThrow(DataDirectoryUnusable);
  });
});
