import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const nameIn = (app: App) => app.dialog('Add task').getByLabel('Task name', { exact: true });

async function twoTabs(app: App): Promise<[App, App]> {
  await app.begin(['Home']);
  return [app, await app.newTab()];
}

async function close(app: App): Promise<void> {
  await app.cancel(app.dialog('Add task'));
  await expect(app.dialog('Add task')).toBeHidden();
}

async function send(app: App): Promise<void> {
  const dialog = app.dialog('Add task');
  await app.fillTask(dialog, { date: day(), collection: 'Home' });
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('Drafts of a dialog in two tabs are all kept, and the one closed last comes back first', async ({
  app,
}) => {
  const [first, second] = await twoTabs(app);
  await first.openTaskDialog();
  await second.openTaskDialog();
  await nameIn(first).fill('Thought of the first');
  await nameIn(second).fill('Thought of the second');
  await expect(nameIn(first)).toHaveValue('Thought of the first');
  await close(second);
  await close(first);

  await second.openTaskDialog();
  await expect(nameIn(second)).toHaveValue('Thought of the first');
  await send(second);
  await second.openTaskDialog();
  await expect(nameIn(second)).toHaveValue('Thought of the second');
  await send(second);
  await second.openTaskDialog();
  await expect(nameIn(second)).toHaveValue('');
});

test('A draft open in two tabs is kept twice only if both changed it', async ({ app }) => {
  const [first, second] = await twoTabs(app);
  await first.openTaskDialog();
  await nameIn(first).fill('Thought');
  await second.openTaskDialog();
  await expect(nameIn(second)).toHaveValue('Thought');
  await nameIn(second).fill('Thought, and more');
  await close(first);

  // This tab closed after the other one typed.
  await first.openTaskDialog();
  await expect(nameIn(first)).toHaveValue('Thought');
  await send(first);
  await second.page.reload();
  await second.openTaskDialog();
  await expect(nameIn(second)).toHaveValue('Thought, and more');
});

test('A draft that one tab has sent is no draft of another tab that only looked at it', async ({ app }) => {
  const [first, second] = await twoTabs(app);
  await first.openTaskDialog();
  await nameIn(first).fill('Thought');
  await second.openTaskDialog();
  await expect(nameIn(second)).toHaveValue('Thought');
  await send(first);
  await close(second);

  await second.openTaskDialog();
  await expect(nameIn(second)).toHaveValue('');
});
