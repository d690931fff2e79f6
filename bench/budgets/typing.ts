import type { Page } from '@playwright/test';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { openDevice, signUp, until, type Account } from '#src/sync/testing/node-device.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';
import { inBrowser, openApp, plant } from './app-page.ts';
import { PAUSE_MS } from './browser.ts';
import { watch } from './in-page.ts';
import { open } from './opening.ts';

/** p95 of a frame, ms. */
const BUDGET_MS = 16;
/** So few that today's list is short: only the dialog is measured. */
const TASKS = 100;

/** The typed lines, and the number of understood parts at the end. */
const LINES = [
  ['Back up the laptop every first sunday 9pm #Garden 4321 p2', 4],
  ['Call the dentist tomorrow 10:30 #Garden 17', 3],
  ['Read the report by next friday for 45 minutes', 2],
  ['Buy seeds for the tomatoes before the first of May arrives', 0],
] as const;

/** Measures a key in the name of a new task, with the most collections beside an account with one. */
export async function measureTyping(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const times = new Map<number, number[]>();
    for (const collections of [1, LIMITS.collections]) {
      const account = await signUp(server.url);
      await plant(account, TASKS);
      await plantCollections(account, collections - 1);
      times.set(
        collections,
        await inBrowser(async (context) => {
          const page = await openApp(context, account, TASKS);
          await page.addInitScript(watch);
          await open(page, TASKS);
          return measure(page, collections);
        }),
      );
    }
    const [floor, all] = [
      distribution(times.get(1) ?? []),
      distribution(times.get(LIMITS.collections) ?? []),
    ];
    return [
      {
        what: `a key in the name of a new task, ${LIMITS.collections.toLocaleString('en')} collections against one: to paint (p50, p95)`,
        measured: `${ms(all.p50)}, ${ms(all.p95)}`,
        floor: `${ms(floor.p50)}, ${ms(floor.p95)}`,
        ratio: all.p50 / floor.p50,
        budget: `p95 ${BUDGET_MS} ms`,
        kept: all.p95 <= BUDGET_MS,
      },
    ];
  } finally {
    await server.dispose();
  }
}

async function plantCollections(account: Account, count: number): Promise<void> {
  const device = await openDevice(account);
  const saved = Array.from({ length: count }, (_, i) =>
    device.mutate('collection.add', { id: newId(), name: `Garden ${i}`, color: '#FFCC33', at: Date.now() }),
  );
  await Promise.all(saved);
  await until(device, 'status', () => device.status().unsent === 0);
  device.close();
}

async function measure(page: Page, collections: number): Promise<number[]> {
  await page.getByRole('button', { name: 'Add task', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add task', exact: true });
  // Fewer collections would falsify the measurement. One of the options is the placeholder.
  const held = await dialog.getByLabel('Collection', { exact: true }).locator('option').count();
  if (held < collections) throw new Error(`There are ${held} of ${collections} collections.`);
  // Found once: finding it by its label goes through all options, and the garbage of that would be collected
  // during a measurement.
  const field = await dialog.getByLabel('Task name', { exact: true }).elementHandle();
  if (!field) throw new Error('There is no field for the name.');
  const understood = dialog.getByRole('list', { name: 'Understood', exact: true }).getByRole('listitem');
  const times: number[] = [];
  for (const [line, items] of LINES) {
    for (let length = 1; length <= line.length; length++) {
      await page.waitForTimeout(PAUSE_MS);
      times.push(
        await field.evaluate(
          (input, text) => {
            // React ignores a value that is set by its own property, which hides the element's.
            const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
            return globalThis.harness.untilPainted(() => {
              value?.set?.call(input, text);
              input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
            });
          },
          line.slice(0, length),
        ),
      );
    }
    const found = await understood.count();
    const wanted = line.includes('#') && collections === 1 ? items - 1 : items;
    if (found < wanted) throw new Error(`Of "${line}" ${found} items were understood, and not ${wanted}.`);
  }
  return times;
}
