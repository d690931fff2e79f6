import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

const detail = (app: App, name: string | RegExp) =>
  app.page.getByRole('group', { name: 'Details', exact: true }).getByRole('button', { name });

/** The Enter that confirms composed text, as for Japanese. */
const composed = (app: App) =>
  app.page
    .locator('input:focus')
    .dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true });

async function openByKey(app: App, name: string, field: string) {
  await detail(app, name).press('Enter');
  await expect(app.dialog(name).getByLabel(field, { exact: true })).toBeFocused();
}

test('[T1] [T2] [T5] A user sets everything of a task by keyboard alone, and finds it in the row', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Spring cleaning'] });
  const { keyboard } = app.page;
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Windows', collection: 'Home' });
  await dialog.getByRole('button', { name: 'No date', exact: true }).press('Enter');
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('No date');

  await openByKey(app, 'Time', 'Time of day');
  await keyboard.type('9.30');
  await keyboard.press('Tab');
  await keyboard.type('1h30');
  await composed(app);
  expect(await violationsOf(app, 'Time')).toEqual([]);
  await keyboard.press('Enter');
  await expect(app.dialog('Time')).toBeHidden();
  await expect(detail(app, /^Time 9:30\sAM, 1\sh\s30\smin$/)).toBeFocused();

  await openByKey(app, 'Repeat', 'Repeats');
  await keyboard.type('every first sun');
  const next = app.dialog('Repeat').getByRole('list', { name: 'Next dates', exact: true });
  await expect(next.getByRole('listitem')).toHaveCount(5);
  await composed(app);
  expect(await violationsOf(app, 'Repeat')).toEqual([]);
  await keyboard.press('Enter');
  await expect(detail(app, 'Repeat every first Sunday of the month')).toBeFocused();
  // A time and a repeat need a date: a task without one gets today, then the first date of its rule, and
  // loses all of them together.
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(/^\d{4}-\d{2}-0[1-7]$/);
  await dialog.getByRole('button', { name: 'No date', exact: true }).press('Enter');
  await expect(detail(app, /^Repeat$/)).toBeVisible();
  await expect(detail(app, /^Time 1\sh\s30\smin$/)).toBeVisible();
  // The popover shows no lost time either. A new time sets today, until it is removed.
  await openByKey(app, 'Time', 'Time of day');
  const time = app.dialog('Time');
  const noTime = time.getByRole('button', { name: 'No time', exact: true });
  await expect(time.getByLabel('Time of day', { exact: true })).toHaveValue('');
  await expect(time.getByLabel('Time zone', { exact: true })).toBeHidden();
  await expect(noTime).toBeVisible();
  await keyboard.press('Tab');
  await keyboard.press('Backspace');
  await expect(noTime).toBeHidden();
  await keyboard.press('Shift+Tab');
  await keyboard.type('9.30');
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(day());
  await expect(detail(app, /^Repeat$/)).toBeVisible();
  await noTime.press('Enter');
  await expect(detail(app, /^Time$/)).toBeFocused();
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('No date');
  await openByKey(app, 'Time', 'Time of day');
  await keyboard.press('Tab');
  await keyboard.type('1h30');
  await keyboard.press('Enter');
  await expect(detail(app, /^Time 1\sh\s30\smin$/)).toBeFocused();
  const names = detail(app, /./);
  await expect(names).toHaveText([
    /^Time ./,
    'Reminders',
    'Repeat',
    'Priority',
    'Labels',
    'Section',
    'Deadline',
    'Parent',
  ]);

  await openByKey(app, 'Labels', 'Search labels');
  for (const name of ['waiting', 'outdoors']) {
    await keyboard.type(name);
    await composed(app);
    await expect(app.dialog('Labels').getByRole('checkbox', { name })).toHaveCount(0);
    await expect(app.dialog('Labels').getByLabel('Search labels')).toHaveValue(name);
    await keyboard.press('Enter');
    await expect(app.dialog('Labels').getByRole('checkbox', { name })).toBeChecked();
  }
  expect(await violationsOf(app, 'Labels')).toEqual([]);
  await keyboard.press('Escape');
  await expect(app.dialog('Labels')).toBeHidden();
  await expect(detail(app, 'Labels waiting, outdoors')).toBeFocused();

  await openByKey(app, 'Section', 'Search sections');
  await keyboard.type('Upstairs');
  await keyboard.press('Enter');
  await expect(detail(app, 'Section Upstairs')).toBeFocused();

  await openByKey(app, 'Deadline', 'To be done by');
  await keyboard.type('soon');
  await keyboard.press('Enter');
  await expect(app.dialog('Deadline').getByText('Please enter a day as YYYY-MM-DD')).toBeVisible();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(day(1));
  await composed(app);
  expect(await violationsOf(app, 'Deadline')).toEqual([]);
  await keyboard.press('Enter');
  await expect(detail(app, /^Deadline ./)).toBeFocused();

  // The draft keeps the details, including new labels and a new section.
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await app.openTaskDialog();
  await expect(detail(app, 'Labels waiting, outdoors')).toBeVisible();
  await expect(detail(app, 'Section Upstairs')).toBeVisible();
  await dialog.getByLabel('Task name', { exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.task('Windows')).toBeHidden();

  await app.openCollection('Home');
  const facts = [/^1\sh\s30\smin$/, /^due tomorrow$/, /^waiting$/, /^outdoors$/];
  for (const fact of facts) await expect(app.task('Windows').getByText(fact)).toBeVisible();
  await expect(app.synced).toBeVisible();
  const other = await newDevice();
  await other.join(user);
  await other.openCollection('Home');
  await expect(other.task('Windows').getByText('waiting', { exact: true })).toBeVisible();

  // One undo removes all of it: the task, its labels and its section.
  await app.page.getByRole('main').press('ControlOrMeta+z');
  await expect(app.task('Windows')).toBeHidden();
  await app.openTaskDialog();
  await detail(app, 'Labels').press('Enter');
  await expect(app.dialog('Labels').getByRole('checkbox')).toHaveCount(0);
});

test('[T1] [T3] [T5] A user changes details by mouse, and removes them again', async ({ app }) => {
  await app.begin({ Home: ['Spring cleaning', 'Windows'] });
  const dialog = await app.openTask('Windows');
  await detail(app, 'Priority').click();
  await app.dialog('Priority').getByText('2', { exact: true }).click();
  await expect(detail(app, 'Priority 2')).toBeVisible();
  await detail(app, 'Labels').click();
  await app.dialog('Labels').getByLabel('Search labels').fill('waiting');
  await app.dialog('Labels').getByRole('button', { name: 'Create “waiting”' }).click();
  await detail(app, 'Parent').click();
  expect(await violationsOf(app, 'Parent')).toEqual([]);
  await expect(app.dialog('Parent').getByRole('button', { name: 'Windows', exact: true })).toBeHidden();
  await app.dialog('Parent').getByRole('button', { name: 'Spring cleaning', exact: true }).click();
  await expect(detail(app, 'Parent Spring cleaning')).toBeVisible();
  // A sub-task has the section of its parent.
  await expect(detail(app, 'Section')).toBeHidden();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(app.task('Windows').getByText('Spring cleaning', { exact: true })).toBeVisible();
  await expect(app.task('Spring cleaning').getByText('0 of 1', { exact: true })).toBeVisible();

  await app.openTask('Windows');
  await detail(app, 'Labels waiting').click();
  await app.dialog('Labels').getByRole('checkbox', { name: 'waiting' }).uncheck();
  await detail(app, 'Parent Spring cleaning').click();
  await app.dialog('Parent').getByRole('button', { name: 'No parent', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(app.task('Windows').getByText('waiting', { exact: true })).toBeHidden();
  await expect(app.task('Spring cleaning').getByText('0 of 1', { exact: true })).toBeHidden();
  await app.page.getByRole('main').press('ControlOrMeta+z');
  await expect(app.task('Windows').getByText('waiting', { exact: true })).toBeVisible();
  await expect(app.task('Spring cleaning').getByText('0 of 1', { exact: true })).toBeVisible();

  await app.completeTask('Windows');
  await expect(app.task('Spring cleaning').getByText('1 of 1', { exact: true })).toBeVisible();
  await app.open('Completed');
  for (const text of ['waiting', 'Spring cleaning', 'Home'])
    await expect(app.task('Windows').getByText(text, { exact: true })).toBeVisible();
});

test('[T1] a row with every detail is clean on a narrow screen with large text', async ({ app }) => {
  await app.page.setViewportSize({ width: 320, height: 640 });
  await app.begin({ 'A collection with a long name': ['Spring cleaning of the whole house'] });
  const dialog = await app.openTask('Spring cleaning of the whole house');
  await detail(app, 'Priority').click();
  await app.dialog('Priority').getByText('1', { exact: true }).click();
  await detail(app, 'Time').click();
  await app.dialog('Time').getByLabel('Time of day').fill('21:30');
  await app.dialog('Time').getByLabel('Duration').fill('1h30');
  await app.dialog('Time').getByLabel('Time zone').selectOption({ index: 1 });
  await app.page.keyboard.press('Escape');
  await detail(app, 'Deadline').click();
  await app.dialog('Deadline').getByLabel('To be done by').fill(day(-1));
  await app.page.keyboard.press('Escape');
  await detail(app, 'Labels').click();
  for (const name of ['waiting for an answer', 'at home', 'x', 'y', 'z']) {
    await app.dialog('Labels').getByLabel('Search labels').fill(name);
    await app.page.keyboard.press('Enter');
  }
  await expectNoOverflow(app);
  await app.page.keyboard.press('Escape');
  await expectNoOverflow(app);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(app.tasks.getByTitle('y, z')).toBeVisible();
  await expectNoOverflow(app);
  expect(await violationsOf(app, 'Today')).toEqual([]);
  await app.page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const tooWide = () =>
    app.tasks.locator('*').evaluateAll((parts) => {
      return parts.filter((part) => part.getBoundingClientRect().right > window.innerWidth).length;
    });
  await expect.poll(tooWide).toBe(0);
});
