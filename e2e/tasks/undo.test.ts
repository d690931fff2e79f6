import type { App } from '#e2e/support/app.ts';
import { editCollection } from '#e2e/support/collection-dialog.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** Undoes the newest change with the key, and checks the notification. */
async function undo(app: App, told: string, name: string): Promise<void> {
  await press(app, 'Control+z');
  await expectTold(app, told, name);
}

async function redo(app: App, told: string, name: string): Promise<void> {
  await press(app, 'Control+Shift+Z');
  await expectTold(app, told, name);
}

/** Presses a key in the tab in front: a background tab is hardly ever drawn, so its motions do not end. */
async function press(app: App, key: string): Promise<void> {
  await app.page.bringToFront();
  await app.page.keyboard.press(key);
}

async function expectTold(app: App, told: string, name: string): Promise<void> {
  const notification = app.page.getByRole('status').locator('> *', { hasText: told });
  await expect(notification.filter({ hasText: name })).toBeVisible();
  await notification.last().getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(notification).toHaveCount(0);
}

/** The tasks are added by hand, so that this can be undone. */
async function beginWithTasks(app: App): Promise<void> {
  await app.begin(['Home']);
  for (const name of ['Sweep', 'Dust']) await app.addTask(name, { collection: 'Home' });
}

test('A user undoes changes from before a reload, and redoes them', async ({ app }) => {
  await beginWithTasks(app);
  await app.editTask('Sweep', { name: 'Sweep the yard', date: day(3), description: 'With care' });
  await app.completeTask('Dust');
  await expect(app.success('Task completed')).toBeVisible();
  await app.page.reload();
  await expect(app.heading('Today')).toBeVisible();
  await expect(app.tasks).toHaveCount(0);

  await undo(app, 'Completion undone', 'Dust');
  await expect(app.task('Dust')).toBeFocused();
  await undo(app, 'Change undone', 'Sweep');
  await expect(app.task('Sweep')).toBeFocused();
  await expect(app.task('Sweep')).not.toContainText('With care');
  await undo(app, 'Addition undone', 'Dust');
  await expect(app.tasks).toHaveCount(1);

  await redo(app, 'Addition redone', 'Dust');
  await redo(app, 'Change redone', 'Sweep the yard');
  await app.page.keyboard.press('Control+y');
  await expectTold(app, 'Completion redone', 'Dust');
  await expect(app.tasks).toHaveCount(0);
  await app.open('Upcoming');
  await expect(app.task('Sweep the yard')).toContainText('With care');
  await expect(app.synced).toBeVisible();
});

test('All tabs of a device have one history, with or without a network', async ({ app }) => {
  const wire = await app.wire();
  await beginWithTasks(app);
  await app.completeTask('Sweep');
  await expect(app.button('Undo')).toBeVisible();
  await wire.cut();
  const second = await app.newTab();
  await expect(second.tasks).toHaveCount(1);
  await undo(second, 'Completion undone', 'Sweep');
  await expect(app.task('Sweep')).toBeVisible();

  // A change undone in one tab is not undone again in the other.
  await undo(app, 'Addition undone', 'Dust');
  await expect(second.task('Dust')).toBeHidden();
  await redo(second, 'Addition redone', 'Dust');
  await redo(app, 'Completion redone', 'Sweep');
  await expect(second.tasks).toHaveText(/Dust/);

  await wire.mend();
  await expect(app.synced).toBeVisible();
  await expect(app.tasks).toHaveText(/Dust/);
});

test('Undo on a notification, the key Z and Ctrl+Z undo each change once', async ({ app }) => {
  await beginWithTasks(app);
  for (const name of ['Sweep', 'Dust']) await app.completeTask(name);
  await expect(app.button('Undo')).toHaveCount(2);
  await app.page.keyboard.press('Control+z');
  await expect(app.button('Undo')).toHaveCount(1);
  await expect(app.task('Dust')).toBeFocused();
  await app.page.keyboard.press('z');
  await expect(app.task('Sweep')).toBeFocused();
  await expect(app.button('Undo')).toHaveCount(0);
  await undo(app, 'Addition undone', 'Dust');
  await expect(app.tasks).toHaveText(/Sweep/);
});

test('Changes of collections, their order, and whole deletions are undone in one step each', async ({
  app,
}) => {
  await beginWithTasks(app);
  await app.addCollection('Work', 'Fern');
  const names = () => app.navigation.getByRole('link', { name: /^(Home|House|Work)$/ });
  await app.link('Work').press('Alt+ArrowUp');
  await expect(names()).toHaveText([/^Work/, /^Home/]);
  await editCollection(app, 'Home', { name: 'House', color: 'Lavender' });
  await app.deleteCollection('House');
  await expect(app.tasks).toHaveCount(0);

  await undo(app, 'Deletion undone', 'House');
  await expect(app.tasks).toHaveCount(2);
  await undo(app, 'Change undone', 'Home');
  await expect(names()).toHaveText([/^Work/, /^Home/]);
  await undo(app, 'Move undone', 'Work');
  await expect(names()).toHaveText([/^Home/, /^Work/]);
  await undo(app, 'Addition undone', 'Work');
  await expect(names()).toHaveText([/^Home/]);
});

test('A change made impossible by another device is told, and undo continues with the next one', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Sweep', 'Dust'] });
  await app.editTask('Sweep', { name: 'Sweep the yard' });
  await app.editTask('Dust', { name: 'Dust the shelf' });
  const desk = await newDevice();
  await desk.join(user);
  await desk.deleteTask('Dust the shelf');
  await expect(app.tasks).toHaveCount(1);

  await app.page.keyboard.press('Control+z');
  await expect(
    app.error('Cannot undo the change of “Dust the shelf”. The task was deleted in the meantime.'),
  ).toBeVisible();
  await app.page.getByRole('alert').getByRole('button', { name: 'Dismiss', exact: true }).click();
  await undo(app, 'Change undone', 'Sweep');
  await expect(desk.task('Sweep')).toBeVisible();
});

test('In a field and with a dialog open, undo belongs to the browser', async ({ app }) => {
  await beginWithTasks(app);
  await app.completeTask('Sweep');
  const dialog = await app.openTaskDialog();
  const name = dialog.getByLabel('Task name', { exact: true });
  await name.pressSequentially('Mop');
  await app.page.keyboard.press('Control+z');
  await expect(name).not.toHaveValue('Mop');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).press('Control+z');
  await app.cancel(dialog);
  await expect(app.tasks).toHaveText(/Dust/);
});

test('Undo works without single keys, and has its own key on a Mac', async ({ newDevice }) => {
  const app = await newDevice({ userAgent: MAC });
  await beginWithTasks(app);
  await app.button('Keyboard shortcuts').click();
  const help = app.dialog('Keyboard shortcuts');
  await expect(help.getByText('⌘ Z', { exact: true })).toBeVisible();
  await help.getByRole('switch', { name: 'Use single keys', exact: true }).uncheck();
  await app.page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await app.page.keyboard.press('Control+z');
  await app.page.keyboard.press('Meta+z');
  await expect(app.success('Addition undone')).toHaveCount(1);
  await expect(app.tasks).toHaveText(/Sweep/);
  await app.page.keyboard.press('Meta+Shift+Z');
  await expect(app.success('Addition redone')).toBeVisible();
});

test('Changes from before signing out cannot be undone after', async ({ app }) => {
  const user = await app.begin(['Home']);
  await app.addTask('Sweep', { collection: 'Home' });
  await expect(app.synced).toBeVisible();
  await app.signOut();
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
  await app.signIn(user);
  await expect(app.task('Sweep')).toBeVisible();
  await app.page.keyboard.press('Control+z');
  await app.addTask('Dust', { collection: 'Home' });
  await undo(app, 'Addition undone', 'Dust');
  await expect(app.tasks).toHaveText(/Sweep/);
});

test('An undo that ends late leaves the focus where the user has gone meanwhile', async ({ app }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await app.page.route(/\/assets\/change-texts-.*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await app.begin({ Home: ['Sweep', 'Dust'] });
  await app.completeTask('Dust');
  await expect(app.success('Task completed')).toBeVisible();

  await press(app, 'Control+z');
  await expect(app.task('Dust')).toBeVisible();
  await app.task('Sweep').focus();
  arrive();
  await expect(app.success('Completion undone')).toBeVisible();
  await expect(app.task('Sweep')).toBeFocused();
});
