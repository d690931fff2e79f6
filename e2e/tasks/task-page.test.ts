import { toUtcDate } from '#src/domain/time/calendar-day.ts';
import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { editCollection } from '#e2e/support/collection-dialog.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

const NOTES = '# Before noon\n\n- [ ] Flour\n- [x] Eggs\n\n[the recipe](https://example.com/cake)';

const CAKE = { Home: [{ name: 'Bake a cake', description: NOTES }, 'Sweep'] };

const name = (app: App) => app.page.getByLabel('Task name', { exact: true });
const subTasks = (app: App) => app.page.getByRole('list', { name: 'Sub-tasks', exact: true });
const addSubTask = (app: App) => app.page.getByLabel('Add sub-task', { exact: true });

test('[T7] A task opens beside its list, is edited in place, and Back and Forward go through the opened tasks', async ({
  app,
  newDevice,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  const user = await app.begin(CAKE);
  await app.rowLink('Bake a cake').click();
  await expect(app.page).toHaveURL(/\/app\/task\/[\da-f-]+$/);
  await expect(app.heading('Bake a cake')).toBeFocused();
  await expect(app.tasks).toHaveCount(2);

  await name(app).fill('Bake two cakes');
  await name(app).press('Enter');
  await expect(app.task('Bake two cakes')).toBeVisible();
  await app.panel.getByRole('button', { name: 'Priority', exact: true }).click();
  await app.page.getByRole('radio', { name: 'Priority 1', exact: true }).click();
  await expect(app.panel.getByText('p1', { exact: true })).toBeVisible();
  await expect(app.task('Bake two cakes')).toContainText('Priority 1');
  await name(app).fill('  ');
  await name(app).blur();
  await expect(app.panel.getByText('Please enter a Task Name', { exact: true })).toBeVisible();
  await expect(app.task('Bake two cakes')).toBeVisible();

  await app.rowLink('Sweep').click();
  await expect(app.heading('Sweep')).toBeFocused();
  await app.page.getByLabel('Date', { exact: true }).fill(day(1));
  await app.page.goBack();
  await expect(app.heading('Bake two cakes')).toBeVisible();
  await expect(app.task('Sweep')).toBeHidden();
  await app.page.goForward();
  await expect(name(app)).toHaveValue('Sweep');
  await expect(app.page.getByLabel('Date', { exact: true })).toHaveValue(day(1));
  await app.page.goBack();
  await app.page.keyboard.press('Escape');
  await app.page.goBack();
  await app.page.goBack();
  await expect(app.page).toHaveURL(/\/app\/today$/);
  await expect(app.panel).toBeHidden();

  // Its link opens on another device too.
  await app.rowLink('Bake two cakes').click();
  await expect(app.synced).toBeVisible();
  const link = app.page.url();
  const phone = await newDevice({ viewport: { width: 375, height: 700 } });
  await phone.join(user);
  await phone.page.goto(link);
  await expect(name(phone)).toHaveValue('Bake two cakes');
  await expect(phone.page).toHaveTitle('Bake two cakes · Sunglow');
});

test('[T7] Sub-tasks come right after the notes by Tab, and a date is in numbers only while it is typed', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin({ Home: [{ name: 'Bake a cake', date: day(5) }] });
  await app.openCollection('Home');
  await app.rowLink('Bake a cake').click();
  await app.page.getByRole('textbox', { name: 'Description', exact: true }).focus();
  await app.page.keyboard.press('Tab');
  await expect(addSubTask(app)).toBeFocused();
  await app.page.keyboard.type('Mix');
  await app.page.keyboard.press('Enter');
  await expect(subTasks(app).getByRole('listitem')).toHaveText(['Mix']);
  await app.page.getByRole('textbox', { name: 'Description', exact: true }).focus();
  await app.page.keyboard.press('Tab');
  await expect(subTasks(app).getByRole('button', { name: 'Complete Mix', exact: true })).toBeFocused();

  const date = app.page.getByLabel('Date', { exact: true });
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  const words = (offset: number) =>
    app.panel.getByText(shown.format(toUtcDate(day(offset))), { exact: true });
  await expect(words(5)).toBeVisible();
  await expect(date).toHaveCSS('opacity', '0');
  await date.focus();
  await expect(words(5)).toBeHidden();
  await expect(date).toHaveCSS('opacity', '1');
  await date.fill('tomorrow');
  await date.press('Tab');
  await app.heading('Bake a cake').focus();
  await expect(words(1)).toBeVisible();
});

for (const width of [1280, 831, 375]) {
  test(`[T7] At ${width} px a task has Back and Close, also where its link opened it`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 800 });
    await app.begin(CAKE);
    await app.rowLink('Bake a cake').click();
    await addSubTask(app).fill('Mix');
    await addSubTask(app).press('Enter');
    const link = app.page.url();
    await subTasks(app).getByRole('link', { name: 'Open Mix', exact: true }).click();
    await expect(name(app)).toHaveValue('Mix');
    await app.button('Back').click();
    await expect(name(app)).toHaveValue('Bake a cake');
    await app.button('Back').click();
    await expect(app.page).toHaveURL(/\/app\/today$/);
    await app.rowLink('Bake a cake').click();
    await subTasks(app).getByRole('link', { name: 'Open Mix', exact: true }).click();
    await app.button('Close task').click();
    await expect(app.page).toHaveURL(/\/app\/today$/);
    await expect(app.heading('Today')).toBeVisible();

    await app.page.goto(link);
    await subTasks(app).getByRole('link', { name: 'Open Mix', exact: true }).click();
    await app.page.reload();
    await app.button('Back').click();
    await expect(name(app)).toHaveValue('Bake a cake');
    await app.page.keyboard.press('Escape');
    await expect(app.page).toHaveURL(/\/app\/project\/Home$/);
    await expect(app.task('Bake a cake')).toBeFocused();
    await app.page.goto(link);
    await app.button('Back').click();
    await expect(app.heading('Home')).toBeVisible();
  });
}

test('[T7] Notes are Markdown with boxes to tick, and a click or a key shows their source', async ({
  app,
}) => {
  await app.begin(CAKE);
  await app.rowLink('Bake a cake').click();
  const notes = app.page.getByRole('group', { name: 'Description', exact: true });
  await expect(notes.getByRole('link', { name: 'the recipe' })).toHaveAttribute(
    'href',
    'https://example.com/cake',
  );
  const boxes = notes.getByRole('checkbox');
  await expect(boxes.nth(1)).toBeChecked();
  await boxes.nth(0).check();
  await expect(boxes.nth(0)).toBeChecked();

  await app.button('Edit description').press('Enter');
  const source = app.page.getByRole('textbox', { name: 'Description', exact: true });
  await expect(source).toBeFocused();
  await expect(source).toHaveValue(NOTES.replace('[ ]', '[x]'));
  await source.fill('Buy **butter**');
  await source.press('Escape');
  await expect(notes).toHaveText(/Buy butter/);
  await expect(app.button('Edit description')).toBeFocused();
  await notes.getByText('Buy').click();
  await source.fill('');
  await source.blur();
  await app.page.reload();
  await expect(source).toHaveValue('');
});

test('[T7] Enter adds a sub-task and stays for the next, and each pasted line becomes one', async ({
  app,
}) => {
  await app.begin(CAKE);
  await app.rowLink('Bake a cake').click();
  for (const each of ['Mix', 'Bake']) {
    await addSubTask(app).fill(each);
    await addSubTask(app).press('Enter');
  }
  await expect(addSubTask(app)).toBeFocused();
  await addSubTask(app).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '- [ ] Cool\n\n2. Ice\r\nEat');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(subTasks(app).getByRole('listitem')).toHaveText(['Mix', 'Bake', 'Cool', 'Ice', 'Eat']);
  await subTasks(app).getByRole('button', { name: 'Complete Mix', exact: true }).click();
  await subTasks(app).getByRole('button', { name: 'Complete Ice', exact: true }).click();
  await expect(app.page.getByText('2 of 5', { exact: true }).first()).toBeVisible();
  await subTasks(app).getByRole('button', { name: 'Reopen Mix', exact: true }).click();

  // Each opens, and links back to its parent.
  await subTasks(app).getByRole('link', { name: 'Open Bake', exact: true }).click();
  await expect(app.heading('Bake')).toBeVisible();
  await app.page.getByRole('link', { name: 'Open Bake a cake', exact: true }).last().click();
  await expect(app.heading('Bake a cake')).toBeVisible();
  await expect(app.page.getByText('1 of 5', { exact: true }).first()).toBeVisible();
});

test('[T7] The link of a deleted task says so and restores it, and an unknown one says so', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 800, height: 700 });
  await app.begin(CAKE);
  await app.rowLink('Bake a cake').click();
  await app.button('Delete Bake a cake').click();
  await app.confirmDeletion();
  await expect(app.heading('Task deleted')).toBeVisible();
  await app.page.reload();
  await app.button('Restore').click();
  await expect(app.heading('Bake a cake')).toBeVisible();
  await app.page.goto('/app/task/nothing');
  await expect(app.page.getByText('There is no such task', { exact: true })).toBeVisible();
});

test('[T3] [T7] An open task says at once that it was deleted with its collection, or with a task above it', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin(CAKE);
  await app.rowLink('Bake a cake').click();
  await addSubTask(app).fill('Mix');
  await addSubTask(app).press('Enter');
  await subTasks(app).getByRole('link', { name: 'Open Mix', exact: true }).click();
  await addSubTask(app).fill('Flour');
  await addSubTask(app).press('Enter');
  await subTasks(app).getByRole('link', { name: 'Open Flour', exact: true }).click();
  await expect(app.panel.getByText('Created')).toBeVisible();
  await app.deleteTask('Bake a cake');
  await expect(app.heading('Task deleted')).toBeVisible();
  await app.undo('Task deleted', 'Deletion undone');
  await expect(name(app)).toHaveValue('Flour');
  for (const each of ['Flour', 'Sweep']) {
    if (each === 'Sweep') await app.rowLink(each).click();
    await expect(name(app)).toHaveValue(each);
    await app.deleteCollection('Home');
    await expect(app.heading('Task deleted')).toBeVisible();
    await app.undo('Collection deleted', 'Deletion undone');
    await expect(name(app)).toHaveValue(each);
  }
});

test('[T1] [T7] The other details of a task are set in place, and saved on leaving them', async ({ app }) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin(CAKE);
  await app.rowLink('Bake a cake').click();
  const detail = (of: string | RegExp) =>
    app.panel.getByRole('group', { name: 'Details', exact: true }).getByRole('button', { name: of });
  const { keyboard } = app.page;
  /** Opens a detail by keyboard, and types into its field. */
  const type = async (of: string, text: string) => {
    await detail(of).press('Enter');
    await expect(app.page.locator('input:focus')).toBeVisible();
    await keyboard.type(text);
  };

  await type('Time', '9:30');
  await keyboard.press('Tab');
  await keyboard.type('45');
  await expect(app.task('Bake a cake').getByText(/^9:30/)).toBeHidden();
  await keyboard.press('Escape');
  await expect(detail(/^Time 9:30\sAM, 45\smin$/)).toBeFocused();
  await expect(app.task('Bake a cake').getByText(/^9:30\sAM$/)).toBeVisible();
  await keyboard.press('ControlOrMeta+z');
  await expect(detail(/^Time$/)).toBeVisible();
  await keyboard.press('ControlOrMeta+Shift+z');
  await expect(detail(/^Time 9:30\sAM, 45\smin$/)).toBeVisible();

  await type('Repeat', 'every day');
  await keyboard.press('Enter');
  await expect(app.task('Bake a cake').getByText('every day', { exact: true })).toBeVisible();
  await expect(detail('Repeat every day')).toBeFocused();
  await type('Labels', 'waiting');
  await keyboard.press('Enter');
  await keyboard.type('sweet');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  for (const label of ['waiting', 'sweet'])
    await expect(app.task('Bake a cake').getByText(label, { exact: true })).toBeVisible();
  await type('Deadline', day(1));
  await keyboard.press('Enter');
  await expect(app.task('Bake a cake').getByText('due tomorrow', { exact: true })).toBeVisible();
  await type('Section', 'Kitchen');
  await keyboard.press('Enter');
  await expect(detail('Section Kitchen')).toBeFocused();
  // A detail still open when the user leaves is saved too.
  await detail('Parent').press('Enter');
  await app.dialog('Parent').getByRole('button', { name: 'Sweep', exact: true }).press('Enter');
  await expect(app.panel.getByRole('link', { name: 'Open Sweep', exact: true })).toBeVisible();
  await expect(detail('Section')).toBeHidden();
  await app.page.reload();
  await expect(detail('Labels sweet, waiting')).toBeVisible();
  await expect(detail('Repeat every day')).toBeVisible();
  expect(await violationsOf(app, 'a task with all set')).toEqual([]);
  for (const width of [831, 320]) {
    await app.page.setViewportSize({ width, height: 640 });
    await expectNoOverflow(app);
  }
});

test('[T7] A task stays open beside its list while the collection of the list is renamed', async ({
  app,
  newDevice,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  const user = await app.begin(CAKE);
  const other = await newDevice();
  await other.join(user);
  await expect(other.task('Sweep')).toBeVisible();

  await app.openCollection('Home');
  await app.rowLink('Sweep').click();
  await app.panel.getByLabel('Add sub-task', { exact: true }).fill('Under the bed');
  const url = app.page.url();
  await editCollection(other, 'Home', { name: 'House' });
  await expect(app.heading('House')).toBeVisible();
  await expect(app.panel.getByLabel('Add sub-task', { exact: true })).toHaveValue('Under the bed');
  await expect(app.panel.getByLabel('Add sub-task', { exact: true })).toBeFocused();
  await expect(app.page).toHaveURL(url);
  await app.button('Close task').click();
  await expect(app.page).toHaveURL(/\/app\/project\/House$/);
});

for (const width of [1280, 831, 375, 320]) {
  test(`[T7] At ${width} px a task is accessible and fits`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 800 });
    await app.begin(CAKE);
    await app.rowLink('Bake a cake').click();
    await addSubTask(app).fill('Mix the flour with the eggs, and with half of the sugar');
    await addSubTask(app).press('Enter');
    await expect(subTasks(app).getByRole('listitem')).toHaveCount(1);
    await expect(app.page.getByRole('group', { name: 'Description', exact: true })).toBeVisible();
    expect(await violationsOf(app, `task at ${width} px`)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await app.page.emulateMedia({ colorScheme });
      await app.page.screenshot({
        path: test.info().outputPath(`${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
    const excess = await app.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess).toBeLessThanOrEqual(0);
  });
}
