import type { Locator } from '@playwright/test';

import type { App } from './app.ts';
import { day } from './days.ts';
import { expect, test } from './fixtures.ts';
import { newUser } from './users.ts';

test.use({ motion: true });

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

const BY_A_SLIP = [
  ['Escape', (app: App) => app.page.keyboard.press('Escape')],
  ['a click beside it', (app: App) => app.clickBackdrop()],
] as const;

const EXPLICITLY = ['Cancel', (app: App) => app.button('Cancel').click()] as const;

for (const [way, leave] of [...BY_A_SLIP, EXPLICITLY]) {
  test(`A user leaves the dialogs by ${way}, and nothing happens`, async ({ app }) => {
    await app.signUp();
    await app.addCollection('Home');
    await app.addTask('Stay as you are', { collection: 'Home' });
    const openers = [
      { name: 'Add task', opener: app.header.getByRole('button', { name: 'Add task', exact: true }) },
      { name: 'Edit task', opener: app.button('Edit Stay as you are') },
      { name: 'Add collection', opener: app.button('Add collection') },
      { name: 'Are you sure you want to delete?', opener: app.button('Delete Stay as you are') },
    ];
    for (const { name, opener } of openers) {
      await opener.press('Enter');
      await expect(app.dialog(name)).toBeVisible();
      await leave(app);
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    await expect(app.tasks).toContainText(['Stay as you are']);
  });
}

for (const [way, leave] of BY_A_SLIP) {
  test(`What a user has typed is not lost by ${way}`, async ({ app }) => {
    await app.signUp();
    await app.addCollection('Home');
    await app.addTask('Buy milk', { collection: 'Home' });
    const addTask = app.header.getByRole('button', { name: 'Add task', exact: true });
    const forms = [
      { name: 'Add task', opener: addTask, label: 'Task name' },
      { name: 'Edit task', opener: app.button('Edit Buy milk'), label: 'Description' },
      { name: 'Add collection', opener: app.button('Add collection'), label: 'Collection name' },
    ];
    for (const { name, opener, label } of forms) {
      await opener.click();
      const dialog = app.dialog(name);
      await field(dialog, label).fill('Half a thought');
      await leave(app);
      await expect(button(app.discardQuestion, 'Keep editing')).toBeFocused();
      // The same slip again is no answer.
      await leave(app);
      await expect(app.discardQuestion).toBeHidden();
      await expect(field(dialog, label)).toHaveValue('Half a thought');
      await expect(field(dialog, label)).toBeFocused();

      await leave(app);
      await button(app.discardQuestion, 'Keep editing').click();
      await expect(field(dialog, label)).toBeFocused();
      await leave(app);
      await button(app.discardQuestion, 'Discard').click();
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();

      // What was typed and taken back is no change.
      await opener.click();
      await expect(field(dialog, label)).toHaveValue('');
      await field(dialog, label).fill('Half a thought');
      await field(dialog, label).fill('  ');
      await leave(app);
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
    }
    await expect(app.tasks).toContainText(['Buy milk']);
    await expect(app.task('Buy milk')).not.toContainText('Half a thought');
  });
}

test('A user who chose Cancel is not asked', async ({ app }) => {
  await app.signUp();
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Never' });
  await button(dialog, 'Cancel').click();
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
});

test('A tab does not close over what a user has typed', async ({ app }) => {
  app.watch.expect(/^dialog: beforeunload/);
  await app.signUp();
  await app.addCollection('Home');
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Half a thought' });
  const question = app.page.waitForEvent('dialog');
  await app.page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await expect(field(dialog, 'Task name')).toHaveValue('Half a thought');

  await app.fillTask(dialog, { date: day(), collection: 'Home' });
  await button(dialog, 'Add Task').click();
  await expect(dialog).toBeHidden();
  // Nothing is left to ask about.
  const closed = app.page.waitForEvent('close');
  await app.page.close({ runBeforeUnload: true });
  await closed;
});

test('The Back of a phone closes what lies on top, and asks as well', async ({ app }) => {
  await app.signUp();
  // Where there is no Back, the system's way to ask is an Escape that the page leaves alone.
  await app.page.evaluate(() =>
    window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  const back = () => app.page.keyboard.press('Escape');
  const dialog = await app.openTaskDialog();
  await button(dialog, 'Open calendar').click();
  await expect(app.dialog('Calendar')).toBeVisible();
  await back();
  await expect(app.dialog('Calendar')).toBeHidden();
  await app.fillTask(dialog, { name: 'Half a thought' });
  await back();
  await expect(app.discardQuestion).toBeVisible();
  await back();
  await expect(app.discardQuestion).toBeHidden();
  await back();
  await expect(app.discardQuestion).toBeVisible();
  await button(app.discardQuestion, 'Discard').click();
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await app.openTaskDialog();
  await back();
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.heading('Today')).toBeVisible();
});

test('What a user is typing stays when they go back past the first page of the app', async ({ app }) => {
  const user = newUser();
  await app.page.goto('/');
  await app.page.getByRole('link', { name: 'Signup', exact: true }).click();
  await app.page.getByLabel('Name', { exact: true }).fill(user.name);
  await app.fillCredentials(user);
  await app.button('Sign up').click();
  await expect(app.heading('Today')).toBeVisible();
  await app.addCollection('Home');
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Half written' });

  await app.page.goBack();

  await expect(app.page).toHaveURL('/app/today');
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Half written');
});
