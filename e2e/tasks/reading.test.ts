import { newId } from '#src/domain/id.ts';
import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { mutateInPage } from '#e2e/support/page-replica.ts';
import { seedCollections } from '#e2e/support/raw-device.ts';

const steps = (count: number) => Array.from({ length: count }, (_, index) => `Step ${index + 1}`);

/** Prints the page, and returns the tasks and controls on paper, its colors, and the number of sheets. */
async function print({ page }: App) {
  await page.emulateMedia({ media: 'print' });
  const seen = await page.evaluateHandle(() => {
    const paper = { tasks: 0, controls: [] as (string | null)[], colors: [] as string[] };
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const look = () => {
      paper.tasks = visible('main li').length;
      paper.controls = visible('button, a').map(({ textContent }) => textContent);
      const { color, backgroundColor } = getComputedStyle(document.documentElement);
      paper.colors = [color, backgroundColor];
    };
    window.addEventListener('beforeprint', look, { once: true });
    return paper;
  });
  const pdf = await page.pdf({ format: 'A4' });
  await page.emulateMedia({ media: null });
  return { ...(await seen.jsonValue()), sheets: pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length };
}

test('A list of 100 tasks is in the document as a whole, for the search of the browser', async ({ app }) => {
  await app.begin({ Home: steps(100) });
  await expect(app.tasks).toHaveCount(100);
  await expect(app.task('Step 100')).not.toBeInViewport();
  const isFound = await app.page.evaluate(() =>
    (window as unknown as { find: (text: string) => boolean }).find('Step 100'),
  );
  expect(isFound).toBe(true);
  await expect(app.task('Step 100')).toBeInViewport();

  // With one more task the list counts as long, and looks the same.
  await app.page.keyboard.press('n');
  const dialog = app.dialog('Add task');
  await app.fillTask(dialog, { name: 'One more', date: day(), collection: 'Home' });
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(app.task('Step 100')).toHaveAttribute('aria-setsize', '101');
  await expect.poll(() => app.tasks.count()).toBeLessThan(60);
  await expect(app.task('Step 100')).toBeInViewport();
  await app.page.keyboard.press('Control+z');
  await expect(app.tasks).toHaveCount(100);
  await expect(app.task('Step 100')).toBeInViewport();
});

test('A print has every task of a long list, black on white and without buttons, and leaves the user where they were', async ({
  app,
}) => {
  await app.page.emulateMedia({ colorScheme: 'dark' });
  await app.begin({ Home: steps(300) });
  await app.openAccount('Preferences');
  await app.page.getByRole('radio', { name: 'Dark', exact: true }).check();
  await app.open('Today');
  const middle = app.task('Step 60');
  await app.tasks.first().hover();
  await expect(async () => {
    await app.page.mouse.wheel(0, 400);
    await expect(middle).toBeInViewport({ timeout: 200 });
  }).toPass({ intervals: [50] });
  const before = await app.tasks.count();
  expect(before).toBeLessThan(60);

  const { tasks, controls, colors, sheets } = await print(app);
  expect(tasks).toBe(300);
  expect(controls).toEqual(steps(300));
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  expect(sheets).toBeGreaterThan(8);

  await expect.poll(() => app.tasks.count()).toBeLessThan(60);
  await expect(middle).toBeInViewport();
});

test('An extremely long print ends with the number of omitted tasks', async ({ app, server }) => {
  await app.begin();
  const [collectionId = ''] = await seedCollections(app, server, ['Home']);
  await expect(app.link('Home')).toBeVisible();
  const tasks = steps(5_007).map((name, at) => ({
    name: 'task.add' as const,
    args: { id: newId(), name, description: '', date: day(), collectionId, at },
  }));
  await mutateInPage(app.page, tasks);
  await expect(app.tasks.first()).toHaveAttribute('aria-setsize', '5007');
  const note = app.page.getByText('And 7 more, for which this print has no room.', { exact: true });
  await expect(note).toHaveCount(0);
  await app.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(app.tasks).toHaveCount(5_000);
  await expect(note).toHaveCount(1);
  await app.page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => app.tasks.count()).toBeLessThan(60);
});

test('A completed task is read to its last line by keyboard alone, and the focus returns to its row', async ({
  app,
  server,
}) => {
  const link = `${server.url}/healthz?${'long'.repeat(30)}`;
  const description = ['First line', ...steps(80), `See ${link}`, 'Last line'].join('\n');
  const completedAt = Date.now();
  await app.begin({
    Home: [
      { name: 'Sweep', completedAt: completedAt - 2 },
      { name: 'Read', description, completedAt: completedAt - 1 },
      { name: 'Mop', completedAt },
    ],
  });
  const { keyboard } = app.page;
  await app.open('Completed');
  await expect(app.task('Read')).toContainText('First line');
  await expect(app.task('Read')).not.toContainText('Last line');
  await app.rowLink('Mop').focus();
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab']) await keyboard.press(key);
  await expect(app.rowLink('Read')).toBeFocused();
  await keyboard.press('e');

  const dialog = app.dialog('Completed task');
  await expect(dialog.getByRole('heading', { name: 'Read', exact: true })).toBeFocused();
  await expect(dialog.getByRole('definition').filter({ hasText: 'Home' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', link);
  const last = dialog.getByText('Last line');
  const end = () =>
    last.evaluate((element) => {
      const scroller = element.closest('[role="dialog"]')!;
      return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    });
  expect(await end()).toBe(false);
  await keyboard.press('End');
  await expect.poll(end).toBe(true);
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(app.rowLink('Read')).toBeFocused();

  // Back closes it too, and stays on the page. A single key opens it from a focused row.
  await keyboard.press('j');
  await expect(app.task('Sweep')).toBeFocused();
  await keyboard.press('k');
  await keyboard.press('e');
  await expect(dialog).toContainText('Last line');
  await app.page.evaluate(() => history.back());
  await expect(dialog).toBeHidden();
  await expect(app.heading('Completed')).toBeVisible();
  await expect(app.task('Read')).toBeFocused();

  await keyboard.press('e');
  await dialog.getByRole('button', { name: 'Reopen', exact: true }).press('Enter');
  await expect(app.success('Task reopened')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(app.task('Read')).toBeHidden();
  await expect(app.task('Sweep')).toBeFocused();

  await keyboard.press('e');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await app.confirmDeletion();
  await expect(dialog).toBeHidden();
  await expect(app.task('Sweep')).toBeHidden();
  await expect(app.task('Mop')).toBeFocused();
});
