import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

async function openProgress(app: App): Promise<void> {
  await app.open('Completed');
  await app.page.getByRole('main').getByRole('link', { name: 'Progress', exact: true }).click();
  await expect(app.heading('Progress')).toBeVisible();
}

test('[V9] Progress shows completed tasks in words, charts and tables, and goals kindly, live on all devices', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Water plants', 'Cook', 'Read'] });
  await openProgress(app);
  await expect(app.page.getByText('Nothing completed yet', { exact: true })).toBeVisible();
  const today = (device: App) => device.page.getByRole('region', { name: 'Today', exact: true });
  await today(app).getByLabel('Daily goal', { exact: true }).selectOption('2');
  await expect(today(app)).toContainText('0 of 2 tasks');
  await expect(app.synced).toBeVisible();

  const other = await newDevice();
  await other.join(user);
  await openProgress(other);
  await expect(today(other)).toContainText('0 of 2 tasks');

  await app.open('Today');
  await app.completeTask('Water plants');
  await expect(today(other)).toContainText('1 to go');
  await app.completeTask('Cook');
  await expect(today(other).getByRole('status')).toHaveText('Goal reached. Well done!');
  await expect(other.page.getByRole('region', { name: 'Streak', exact: true })).toContainText('1 day');

  const figures = (name: string) => other.page.getByRole('figure', { name, exact: true });
  await expect(figures('By week')).toContainText('2 tasks this week.');
  await expect(figures('By day')).toContainText('2 tasks on 1 of the last');
  await expect(figures('By collection')).toContainText('2 tasks in the last 12 weeks. Most in Home: 2.');
  // Screen readers have the tables even before they are shown.
  const rows = figures('By collection').getByRole('table', { name: 'By collection' }).getByRole('row');
  await expect(rows).toHaveText(['CollectionCompleted', 'Home2']);
  await expect(figures('By week').getByRole('row').nth(1).getByRole('cell')).toHaveText('2');
  expect(await violationsOf(other, 'Progress')).toEqual([]);

  await other.page.setViewportSize({ width: 320, height: 640 });
  for (const name of ['By week', 'By day', 'By collection'])
    await figures(name).getByRole('button', { name: 'Show table', exact: true }).click();
  expect(await violationsOf(other, 'Progress at 320 px')).toEqual([]);
  await expectNoOverflow(other);
});
