import type { Page } from '@playwright/test';
import { addDays, calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { MutatorArgs } from '#src/tables/operations.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { openDevice, signUp, until, type Account } from '#src/sync/testing/node-device.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';
import { inBrowser, openApp } from './app-page.ts';
import { scrollBoard } from './board.ts';
import { open } from './opening.ts';
import { watchThread } from './in-page-thread.ts';

const TASKS = 10_000;
const SUB_TASKS = 1_000;
const IN_SECTION = 5_000;
const ROUNDS = 11;
/** The longest block of the thread in one frame. */
const BUDGET_MS = 50;

/**
 * Measures changes of many rows at once, in a collection of 10,000 tasks; a third of them have sub-tasks,
 * labels, times and repeats.
 */
export async function measureLists(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const account = await signUp(server.url);
    await plantFull(account);
    return await inBrowser(async (context) => {
      const page = await openApp(context, account, TASKS);
      // Without its socket the page keeps its writes, and shows their number.
      await open(page, TASKS);
      await page.getByRole('navigation').getByRole('link', { name: 'Bench', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Bench', exact: true }).waitFor();
      await page.evaluate(watchThread);
      const nothing = async () => undefined;
      const idle = await measure(page, nothing, nothing);
      const rows: Row[] = [];
      for (const measureOne of MEASURES) rows.push(...(await measureOne(page, idle)));
      await page.getByRole('navigation').getByRole('link', { name: 'Bench', exact: true }).click();
      return [...rows, ...(await scrollBoard(page))];
    });
  } finally {
    await server.dispose();
  }
}

/** `idle`: the blocks of an idle page, which are the machine's share. */
const MEASURES: readonly ((page: Page, idle: readonly Sample[]) => Promise<Row[]>)[] = [
  async (page, idle) => {
    const fold = page.getByRole('button', { name: /sub-tasks of Parent$/ });
    const press = () => fold.click();
    return report('fold and unfold 1,000 of 10,000 rows', await measure(page, press, press), 0, idle);
  },
  async (page, idle) => {
    const move = (way: string) => async () => {
      await page.getByRole('menuitem', { name: way, exact: true }).click();
    };
    const openMenu = () => page.getByRole('button', { name: 'Section Large', exact: true }).first().click();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const samples = await measure(page, move('Move up'), move('Move down'), openMenu);
    await page.evaluate(() => scrollTo(0, 0));
    return report('move a section of 5,000, and back', samples, 1, idle);
  },
  async (page, idle) => {
    const complete = page.getByRole('button', { name: 'Complete Parent', exact: true });
    const undo = () => page.keyboard.press('Control+z');
    const samples = await measure(page, () => complete.click(), undo);
    return report('complete a task with 1,000 sub-tasks, and undo', samples, 1, idle);
  },
  async (page, idle) => {
    const all = async () => {
      await page.getByRole('listitem').and(page.locator('[data-task]')).first().focus();
      await page.keyboard.press('Control+a');
    };
    const samples = await measure(page, all, () => page.keyboard.press('Escape'));
    const rows = report('select 10,000 rows, and clear that', samples, 0, idle);
    await page.getByRole('link', { name: 'Today', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Today', exact: true }).waitFor();
    const some = await measure(page, all, () => page.keyboard.press('Escape'));
    return [...report('select 1,000 rows, and clear that', some, 0, idle), ...rows];
  },
];

interface Sample {
  /** The longest block of the page's thread in ms. */
  readonly longest: number;
  readonly writes: number;
}

/** Alternates between `act` and `back`. `before` runs ahead of each, and is not measured. */
async function measure(
  page: Page,
  act: () => Promise<unknown>,
  back: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const sample = async (work: () => Promise<unknown>) => {
    await before();
    await page.waitForTimeout(300);
    const unsent = await unsentOf(page);
    await page.evaluate(() => globalThis.thread.start());
    await work();
    await page.waitForTimeout(700);
    const longest = await page.evaluate(() => globalThis.thread.stop());
    samples.push({ longest, writes: (await unsentOf(page)) - unsent });
  };
  for (let i = 0; i < ROUNDS; i++) {
    await sample(act);
    await sample(back);
  }
  return samples;
}

async function unsentOf(page: Page): Promise<number> {
  return Number(await page.locator('button[data-unsent]').getAttribute('data-unsent'));
}

function report(what: string, samples: readonly Sample[], writes: number, idle: readonly Sample[]): Row[] {
  const longest = distribution(samples.map((sample) => sample.longest));
  const floor = distribution(idle.map((sample) => sample.longest));
  const most = Math.max(...samples.map((sample) => sample.writes));
  return [
    {
      what: `${what}: longest task (p50, p95)`,
      measured: `${ms(longest.p50)}, ${ms(longest.p95)}`,
      floor: `${ms(floor.p50)}, ${ms(floor.p95)}`,
      budget: `p50 ${BUDGET_MS} ms`,
      kept: longest.p50 <= BUDGET_MS,
    },
    { what: `${what}: writes`, measured: String(most), budget: String(writes), kept: most <= writes },
  ];
}

/**
 * Plants a collection of 10,000 tasks: one with 1,000 sub-tasks, and 8,999 others; a third of these have
 * every property of a task.
 */
async function plantFull(account: Account): Promise<void> {
  const device = await openDevice(account);
  const at = Date.now();
  const [collectionId, label, large, small] = [newId(), newId(), newId(), newId()];
  const saved = [
    device.mutate('collection.add', { id: collectionId, name: 'Bench', color: '#FFCC33', at }),
    device.mutate('label.add', { id: label, name: 'Urgent', color: '#FFCC33', at }),
    device.mutate('section.add', { id: small, collectionId, name: 'Small', at }),
    device.mutate('section.add', { id: large, collectionId, name: 'Large', at: at + 1 }),
  ];
  const today = calendarDayAt(at);
  let count = 0;
  const add = (name: string, own: Partial<MutatorArgs<'task.add'>>) => {
    const id = newId();
    const date = addDays(today, count % 10);
    const task = { id, name, description: '', date, collectionId, at: at + count, ...own };
    count += 1;
    saved.push(device.mutate('task.add', task));
    return id;
  };
  const time = parseTimeOfDay('09:00');
  const parentId = add('Parent', {});
  for (let i = 0; i < SUB_TASKS; i++) add(`Sub-task ${i}`, { parentId });
  // One of four rows is a sub-task.
  const rest = Math.floor(((TASKS - 1 - SUB_TASKS) * 3) / 4);
  for (let i = 0; i < rest; i++) {
    const sectionId = i < (IN_SECTION * 3) / 4 ? large : null;
    const full = { labels: label, time, repeat: 'FREQ=WEEKLY', priority: 2 } as const;
    const id = add(`Task ${i}`, { sectionId, ...(i % 3 === 0 && full) });
    if (i % 3 === 0) add(`Below ${i}`, { parentId: id });
  }
  await Promise.all(saved);
  await until(device, 'status', () => device.status().unsent === 0);
  device.close();
}
