import type { Locator } from '@playwright/test';

import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';

test.use({ motion: true });

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

const BY_A_SLIP = [
  ['Escape', (app: App) => app.page.keyboard.press('Escape')],
  ['a click beside it', (app: App) => app.clickBackdrop()],
] as const;

const BACK = ['the way back', (app: App) => app.page.evaluate(() => history.back())] as const;

const EXPLICITLY = ['Cancel', (app: App) => app.button('Cancel').click()] as const;

for (const [way, leave] of [...BY_A_SLIP, BACK, EXPLICITLY]) {
  test(`A user leaves the dialogs by ${way}, and nothing happens`, async ({ app }) => {
    await app.begin({ Home: ['Stay as you are'] });
    // Earlier pages in the app, for going back.
    for (const view of ['Upcoming', 'Today'] as const) await app.open(view);
    const openers = [
      { name: 'Add task', opener: app.header.getByRole('button', { name: 'Add task', exact: true }) },
      { name: 'Edit task', opener: app.task('Stay as you are') },
      { name: 'Add collection', opener: app.button('Add collection') },
      { name: 'Are you sure you want to delete?', opener: app.task('Stay as you are') },
    ];
    for (const { name, opener } of openers) {
      await opener.press(keyOf(name));
      await expect(app.dialog(name)).toBeVisible();
      await leave(app);
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    await expect(app.tasks).toContainText(['Stay as you are']);
  });
}

const FORMS = [
  { name: 'Add task', label: 'Task name', done: 'Add Task', fresh: 'Start empty' },
  { name: 'Edit task', label: 'Description', done: 'Save', fresh: 'Start over' },
  { name: 'Add collection', label: 'Collection name', done: 'Add Collection', fresh: 'Start empty' },
  { name: 'Edit collection', label: 'Collection name', done: 'Save', fresh: 'Start over' },
] as const;

/** Keys open the dialogs of a task, since Enter opens the task's page. */
const KEYS: Readonly<Record<string, string>> = {
  'Edit task': 'e',
  'Are you sure you want to delete?': 'Delete',
};
const keyOf = (name: string) => KEYS[name] ?? 'Enter';

async function openerOf(app: App, name: string): Promise<Locator> {
  if (name === 'Add task') return app.header.getByRole('button', { name, exact: true });
  if (name === 'Edit task') return app.task('Buy milk');
  if (name === 'Add collection') return app.button(name);
  await app.link('Home').hover();
  return app.button('Edit collection Home');
}

for (const [way, leave] of [...BY_A_SLIP, BACK, EXPLICITLY]) {
  test(`A dialog with typed text closes by ${way} at once, and the text is kept and offered`, async ({
    app,
  }) => {
    await app.begin({ Home: ['Buy milk'] });
    for (const view of ['Upcoming', 'Today'] as const) await app.open(view);
    for (const { name, label, fresh } of FORMS) {
      const opener = await openerOf(app, name);
      await opener.press(keyOf(name));
      const dialog = app.dialog(name);
      const before = await field(dialog, label).inputValue();
      await field(dialog, label).fill('Half a thought');
      await leave(app);
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();
      await expect(app.success('Draft kept')).toBeVisible();

      await app.reopen.click();
      await expect(field(dialog, label)).toHaveValue('Half a thought');
      await expect(field(dialog, name.endsWith('task') ? 'Task name' : label)).toBeFocused();
      await leave(app);
      await expect(app.page.getByRole('dialog')).toHaveCount(0);

      // The draft survives its notification and a reload.
      await app.page.reload();
      await (await openerOf(app, name)).press(keyOf(name));
      await expect(field(dialog, label)).toHaveValue('Half a thought');
      await expect(dialog.getByText('This is your earlier draft.')).toBeVisible();
      await button(dialog, fresh).click();
      await expect(field(dialog, label)).toHaveValue(before);
      await leave(app);
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
      await expect(app.reopen).toHaveCount(0);

      // An edit that is reverted leaves no draft.
      await opener.press(keyOf(name));
      await expect(dialog.getByText('This is your earlier draft.')).toHaveCount(0);
      await field(dialog, label).fill('Half a thought');
      await field(dialog, label).fill(`${before}  `);
      await leave(app);
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
      await expect(app.reopen).toHaveCount(0);
    }
    await expect(app.task('Buy milk')).not.toContainText('Half a thought');
  });
}

test('Typing goes on behind a draft, which is sent once, and then there is none', async ({ app }) => {
  await app.begin(['Home']);
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Half a thought', date: day(), collection: 'Home' });
  await app.clickBackdrop();
  await app.reopen.click();
  await expect(field(dialog, 'Task name')).toBeFocused();
  await app.page.keyboard.type(', and the other half');
  await button(dialog, 'Add Task').click();
  await expect(dialog).toBeHidden();
  await expect(app.task('Half a thought, and the other half')).toBeVisible();
  await app.openTaskDialog();
  await expect(field(dialog, 'Task name')).toHaveValue('');
});

test('The changes of a task have a draft of their own, even after another device has changed or deleted it', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Buy milk', 'Sweep'] });
  for (const name of ['Buy milk', 'Sweep']) {
    const dialog = await app.openTask(name);
    await app.fillTask(dialog, { description: `Half a thought on ${name}` });
    await app.clickBackdrop();
    await expect(dialog).toBeHidden();
  }
  const desk = await newDevice();
  await desk.join(user);
  await desk.editTask('Buy milk', { name: 'Buy oat milk' });
  await expect(app.task('Buy oat milk')).toBeVisible();

  // Only the edited field differs from the task: the other device's edit stays.
  const milk = await app.openTask('Buy oat milk');
  await expect(field(milk, 'Task name')).toHaveValue('Buy oat milk');
  await expect(field(milk, 'Description')).toHaveValue('Half a thought on Buy milk');
  await button(milk, 'Save').click();
  // The next dialog has the same name.
  await expect(milk).toBeHidden();
  await expect(app.task('Buy oat milk')).toContainText('Half a thought on Buy milk');

  // A task deleted while its draft is offered can be restored with the draft.
  const sweep = await app.openTask('Sweep');
  await app.fillTask(sweep, { description: 'A whole thought' });
  await app.clickBackdrop();
  await app.reopen.hover();
  await desk.deleteTask('Sweep');
  await expect(app.task('Sweep')).toBeHidden();
  await app.reopen.click();
  await expect(field(sweep, 'Description')).toHaveValue('A whole thought');
  await button(sweep, 'Restore Task').click();
  await expect(desk.task('Sweep')).toContainText('A whole thought');

  // The same goes for a task deleted with its collection.
  await app.openTask('Sweep');
  await desk.deleteCollection('Home');
  await expect(button(sweep, 'Restore Task')).toBeVisible();
});

test('Drafts are a user’s own, and go when they sign out', async ({ app }) => {
  const user = await app.begin();
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'My secret' });
  await app.cancel(dialog);
  await app.signOut();
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
  expect(await app.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('My secret');
  await app.signIn(user);
  await app.openTaskDialog();
  await expect(field(dialog, 'Task name')).toHaveValue('');
});

test('A tab closes during typing, and the next one has the text', async ({ app }) => {
  await app.begin();
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Half a thought' });
  const closed = app.page.waitForEvent('close');
  await app.page.close({ runBeforeUnload: true });
  await closed;

  const next = await app.newTab();
  await next.openTaskDialog();
  await expect(field(next.dialog('Add task'), 'Task name')).toHaveValue('Half a thought');
});

test('The Back of a phone closes the top layer, and keeps the input', async ({ app }) => {
  await app.begin();
  // Without Back, the system closes by an Escape that the page leaves alone.
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
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await app.reopen.click();
  await expect(field(dialog, 'Task name')).toHaveValue('Half a thought');
  await button(dialog, 'Start empty').click();
  await back();
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.heading('Today')).toBeVisible();
});

test('The input of a user is kept when they go back past the first page of the app', async ({ app }) => {
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

  await app.page.evaluate(() => history.back());

  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.page).toHaveURL('/app/today');
  await app.reopen.click();
  await expect(field(dialog, 'Task name')).toHaveValue('Half written');
});
