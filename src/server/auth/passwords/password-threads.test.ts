import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { hashPassword } from './password-hash.ts';
import { deriveKey } from './password-threads.ts';

const COST = { ln: 10, r: 8, p: 1 };
const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** The priorities (0 is the usual) of the threads of this process that hash passwords. */
function hashPriorities(): number[] {
  return readdirSync('/proc/self/task').flatMap((id) => {
    // The name is in brackets and may have spaces; the priority is the 19th field (proc_pid_stat(5)).
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(statOf(id)) ?? [];
    return name === 'passwords' ? [Number(rest.split(' ')[16])] : [];
  });
}

/** Empty for a thread that has just ended. */
function statOf(id: string): string {
  try {
    return readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
  } catch {
    return '';
  }
}

test.runIf(process.platform === 'linux')(
  'threads of a low priority hash passwords, and end after some time without work',
  async () => {
    expect(hashPriorities()).toEqual([]);

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await Promise.all([hashPassword('correct horse', COST), hashPassword('battery staple', COST)]);
    await hashPassword('one of them hashes this', COST);

    expect(hashPriorities()).toEqual([10, 10]);
    expect(getPriority(process.pid)).toBe(0);

    vi.advanceTimersByTime(MINUTE_MS);
    while (hashPriorities().length > 0) await setImmediate();
    expect(await hashPassword('a new one is started', COST)).toMatch(/^\$scrypt/);
  },
);

test('an error of scrypt reaches the caller, and the next password is still hashed', async () => {
  const job = { password: 'correct horse', salt: 'salt', length: 32, options: { N: 1024, maxmem: 1 } };

  await expect(deriveKey(job)).rejects.toThrow(/memory limit/i);
  expect(await hashPassword('correct horse', COST)).toMatch(/^\$scrypt/);
});
