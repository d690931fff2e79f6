import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, errors, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.mjs';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { newId } from '#src/domain/id.ts';
import { idSetOf } from '#src/domain/id-set.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { MutatorArgs } from '#src/tables/operations.ts';
import { openDevice, until, type Account } from '#src/sync/testing/node-device.ts';
import { watchOpening, type Standing } from './in-page-opening.ts';

/** Thrown when the device has another number of tasks than the measurement is for. */
export class WrongHoldings extends SunglowError {
  constructor(planted: number, { tasks, sync, unsent }: Standing) {
    const held = tasks < 0 ? 'says nowhere how many' : `has ${tasks.toLocaleString('en')}`;
    const state = sync === '' ? 'nothing' : `"${sync}", with ${unsent} unsent`;
    super(
      'WRONG_HOLDINGS',
      `The device ${held} of ${planted.toLocaleString('en')} tasks, and its indicator says ${state}. ` +
        'What would be measured is not what is said.',
    );
  }
}

/**
 * Runs `work` in a browser with its profile on the disk: otherwise its databases would be in memory, and
 * never durable.
 */
export async function inBrowser<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'sunglow-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    viewport: { width: 1280, height: 800 },
    // Allows the thread that watches the disk, whose script comes from no server.
    bypassCSP: true,
  });
  try {
    return await work(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The fields of a planted task besides its day and collection. `ids`: the ids of earlier tasks by number. */
type FieldsOf = (i: number, ids: readonly string[], labelId: string) => Partial<MutatorArgs<'task.add'>>;

const numbered: FieldsOf = (i) => ({ name: `Task ${i}` });

/**
 * Of every three tasks, the first has a time, a label, a priority and a repeat, and the second is its
 * sub-task.
 */
export const varied: FieldsOf = (i, ids, labelId) => {
  if (i % 3 === 1) return { name: `Task ${i}`, parentId: ids[i - 1] ?? null };
  if (i % 3 === 2) return { name: `Task ${i}` };
  return {
    name: `Task ${i}`,
    time: '09:30' as TimeOfDay,
    labels: idSetOf([labelId]),
    priority: 2,
    repeat: 'FREQ=WEEKLY',
  };
};

/**
 * Gives the user a collection, a label and `tasks` tasks: a tenth for today, the others over the following
 * days.
 */
export async function plant(account: Account, tasks: number, fieldsOf = numbered): Promise<void> {
  const device = await openDevice(account);
  const [collectionId, labelId] = [newId(), newId()];
  const at = Date.now();
  const saved = [
    device.mutate('collection.add', { id: collectionId, name: 'Bench', color: '#FFCC33', at }),
    device.mutate('label.add', { id: labelId, name: 'Waiting', color: '#FFCC33', at }),
  ];
  const ids: string[] = [];
  for (let i = 0; i < tasks; i++) {
    const date = calendarDayAt(at + (i % 10) * 86_400_000);
    const id = newId();
    ids.push(id);
    const task = { id, name: '', description: '', date, collectionId, at: at + i };
    saved.push(device.mutate('task.add', { ...task, ...fieldsOf(i, ids, labelId) }));
  }
  await Promise.all(saved);
  await until(device, 'status', () => device.status().unsent === 0);
  device.close();
}

/**
 * Signs in on a new page, waits until the device has all planted tasks, and then cuts the sync socket for
 * good.
 */
export async function openApp(context: BrowserContext, account: Account, tasks: number): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchOpening, tasks);
  await page.goto(`${account.url}/auth/login`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await untilHeld(page, tasks, { saved: true });
  await page.routeWebSocket(/\/api\/sync/, (socket) => socket.close());
  return page;
}

/**
 * Waits until the app counts `tasks` open tasks; with `saved`, also until everything is saved. Throws
 * WrongHoldings after `patience` ms, since fewer tasks would falsify the measurement.
 */
export async function untilHeld(
  page: Page,
  tasks: number,
  { saved = false, patience = 180_000 }: { readonly saved?: boolean; readonly patience?: number } = {},
): Promise<void> {
  try {
    await page.waitForFunction(
      ([wanted, isToBeSaved]) => {
        const standing = globalThis.opening.standing();
        const isSaved = standing.sync === 'Saved' && standing.unsent === 0;
        return standing.tasks === wanted && (isSaved || !isToBeSaved);
      },
      [tasks, saved] as const,
      { timeout: patience, polling: 100 },
    );
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    throw new WrongHoldings(tasks, await page.evaluate(() => globalThis.opening.standing()));
  }
}
