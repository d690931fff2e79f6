import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';

const run = promisify(execFile);

/**
 * Gives the first core to the main threads of a browser's pages, and the others to their other threads and to what stores for
 * them, as far as they run already. A system that puts a thread where there is room does much the same; one that packs
 * threads on few cores lets the disk wait behind the page (ADR 031). Elsewhere than on Linux, or with one core, does nothing.
 */
export async function holdApart(context: BrowserContext): Promise<void> {
  const cores = availableParallelism();
  if (process.platform !== 'linux' || cores < 2) return;
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The browser does not tell its processes.');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  for (const { type, id } of processInfo) {
    if (type !== 'browser' && type !== 'renderer') continue;
    await run('taskset', ['--all-tasks', '--cpu-list', '--pid', `1-${cores - 1}`, `${id}`]);
    // A process's main thread has its number.
    if (type === 'renderer') await run('taskset', ['--cpu-list', '--pid', '0', `${id}`]);
  }
}
