import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const NAMES = ['Sweep', 'Dust', 'Mop', 'Iron'];

async function beginWithTasks(app: App): Promise<void> {
  await app.begin({ Home: NAMES });
  await expect(app.tasks).toHaveCount(NAMES.length);
}

const press = async (app: App, ...keys: string[]) => {
  for (const key of keys) await app.page.keyboard.press(key);
};

test('A key opens a new task, two keys lead to a view, and ? lists them all', async ({ app }) => {
  await app.begin();
  // Caps Lock makes it a capital.
  for (const key of ['n', 'q', 'N']) {
    await press(app, key);
    await expect(app.dialog('Add task')).toBeVisible();
    await expect(app.dialog('Add task').getByLabel('Task name', { exact: true })).toHaveValue('');
    await press(app, 'Escape');
    await expect(app.dialog('Add task')).toBeHidden();
  }
  for (const [key, view] of [
    ['u', 'Upcoming'],
    ['o', 'Overdue'],
    ['c', 'Completed'],
    ['t', 'Today'],
  ] as const) {
    await press(app, 'g', key);
    await expect(app.heading(view)).toBeVisible();
  }
  // After another key in between, the second one has no effect.
  await press(app, 'g', 'x', 'u', '?');
  const help = app.dialog('Keyboard shortcuts');
  for (const does of ['Add a task', 'Upcoming', 'Next task', 'Complete or reopen it', 'Delete it']) {
    await expect(help.getByRole('term').filter({ hasText: does })).toBeVisible();
  }
  await expect(help.getByText('G then U', { exact: true })).toBeVisible();
  await press(app, 'Escape');
  await expect(help).toBeHidden();
  await expect(app.heading('Today')).toBeVisible();

  await app.button('Keyboard shortcuts').click();
  await help.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(app.button('Keyboard shortcuts')).toBeFocused();
});

test('The help tells of typing, filters and keys, from the shortcuts, the menu and its key, without a network', async ({
  app,
}) => {
  const wire = await app.wire();
  await app.begin();
  await expect(app.synced).toBeAttached();
  await press(app, '?');
  await app
    .dialog('Keyboard shortcuts')
    .getByRole('link', { name: 'How to type tasks and filters', exact: true })
    .click();
  await expect(app.heading('Help')).toBeFocused();
  await press(app, 'g', 't');
  await expect(app.heading('Today')).toBeVisible();
  await wire.cut();
  await press(app, 'g', 'h');
  const page = app.page.getByRole('main');
  for (const part of ['Typing', 'Filters', 'Keys'])
    await expect(page.getByRole('heading', { level: 2, name: part, exact: true })).toBeVisible();
  await expect(page.getByText('every last friday', { exact: true })).toBeVisible();
  await expect(page.getByText('created: D', { exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Keys' }).click();
  await expect(page.getByRole('term').filter({ hasText: 'Add a task' })).toBeInViewport();
  await app.link('Today').click();
  await app.link('Help').click();
  await expect(app.heading('Help')).toBeVisible();
});

test('A key pressed as soon as the app is visible is not lost', async ({ app }) => {
  await app.begin();
  await app.page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== 'Today') return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await app.page.reload();
  await expect(app.dialog('Add task')).toBeVisible();
});

test('A user goes through a list, completes, edits and deletes by single keys', async ({ app }) => {
  await beginWithTasks(app);
  const focused = (name: string) => expect(app.task(name)).toBeFocused();
  await app.page.reload();
  await expect(app.tasks).toHaveCount(NAMES.length);

  await press(app, 'j');
  await focused('Sweep');
  await press(app, 'ArrowDown', 'j');
  await focused('Mop');
  await press(app, 'ArrowUp', 'k', 'k');
  await focused('Sweep');

  await press(app, 'j', 'e');
  const edit = app.dialog('Edit task');
  await expect(edit.getByLabel('Task name', { exact: true })).toHaveValue('Dust');
  await press(app, 'Escape');
  await focused('Dust');

  await press(app, 'Space');
  await expect(app.success('Task completed')).toBeVisible();
  await expect(app.task('Dust')).toBeHidden();
  await focused('Mop');

  const question = app.dialog('Are you sure you want to delete?');
  await press(app, 'Backspace');
  await expect(question).toContainText('Mop');
  await press(app, 'Escape');
  await focused('Mop');
  await press(app, 'Delete');
  await expect(question).toContainText('Mop');
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await press(app, 'Tab', 'Enter');
  await expect(app.task('Mop')).toBeHidden();
  await focused('Iron');
  await expect(app.tasks).toContainText(['Sweep', 'Iron']);
});

test('A single key is no shortcut while a user types, holds a modifier, or has a dialog open', async ({
  app,
}) => {
  await beginWithTasks(app);
  await press(app, 'j', 'n');
  const dialog = app.dialog('Add task');
  const name = dialog.getByLabel('Task name', { exact: true });
  await expect(name).toBeFocused();
  await app.page.keyboard.type('nqjke? gt');
  await expect(name).toHaveValue('nqjke? gt');
  await dialog.getByLabel('Collection', { exact: true }).focus();
  await press(app, 'n', 'Delete', '?');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).focus();
  await press(app, 'q', 'j', 'e', 'Delete', 'Backspace', 'g', 'u', '?');
  await expect(app.page.getByRole('dialog')).toHaveCount(1);
  await press(app, 'Enter');
  await expect(dialog).toBeHidden();
  await expect(app.task('Sweep')).toBeFocused();

  await press(app, 'Control+j', 'Alt+n', 'Meta+k', 'Shift+N', 'Shift+Delete', 'Control+e', 'Shift+Space');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.task('Sweep')).toBeFocused();
  // The focused button handles the space bar.
  await app.button('More for Iron').press('Space');
  await expect(app.page.getByRole('menu', { name: 'More for Iron', exact: true })).toBeVisible();
  await press(app, 'Escape');
  await expect(app.button('More for Iron')).toBeFocused();
  await expect(app.tasks).toHaveCount(NAMES.length);
  // Outside the page's content, arrows do not move in the list.
  await app.link('Upcoming').focus();
  await press(app, 'ArrowDown');
  await expect(app.link('Upcoming')).toBeFocused();
});

test('Keys go through a list of any length from end to end', async ({ app }) => {
  const names = Array.from({ length: 120 }, (_, index) => `Step ${index + 1}`);
  await app.begin({ Home: names });
  await expect(app.task('Step 1')).toBeVisible();
  for (let count = 0; count < names.length; count += 1) await press(app, 'j');
  await expect(app.task('Step 120')).toBeFocused();
  await expect(app.task('Step 120')).toBeInViewport({ ratio: 1 });
  // At the end of the list the focus stays.
  await press(app, 'j');
  await expect(app.task('Step 120')).toBeFocused();
  for (let count = 1; count < names.length; count += 1) await press(app, 'k');
  await expect(app.task('Step 1')).toBeFocused();

  // From elsewhere, the first key focuses a visible row.
  await app.page.mouse.wheel(0, 3000);
  await expect(app.task('Step 1')).toBeHidden();
  await press(app, 'j');
  await expect(app.page.getByRole('main').locator('li:focus')).toBeInViewport({ ratio: 1 });
});

test('Single keys can be switched off, and stay off', async ({ app }) => {
  await beginWithTasks(app);
  await press(app, '?');
  const help = app.dialog('Keyboard shortcuts');
  const single = help.getByRole('switch', { name: 'Use single keys', exact: true });
  await expect(single).toBeChecked();
  await single.focus();
  await press(app, 'Space');
  await expect(single).not.toBeChecked();
  await press(app, 'Escape');
  await expect(help).toBeHidden();
  await app.page.reload();
  await expect(app.tasks).toHaveCount(NAMES.length);
  await press(app, 'n', '?', 'g', 'u', 'j', 'Delete');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.heading('Today')).toBeVisible();
  await expect(app.page.getByRole('main').locator('li:focus')).toHaveCount(0);

  await app.button('Keyboard shortcuts').click();
  await single.check();
  await press(app, 'Escape');
  await expect(help).toBeHidden();
  await press(app, 'g', 'u');
  await expect(app.heading('Upcoming')).toBeVisible();
});

test('The keys are the same on a keyboard with other letters', async ({ app }) => {
  await app.begin();
  // A Cyrillic keyboard's event for the key labelled N on a Latin one.
  await app.page.locator('body').dispatchEvent('keydown', { key: 'т', code: 'KeyN' });
  await expect(app.dialog('Add task')).toBeVisible();
});
