import type { Locator } from '@playwright/test';

import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';
import { isOnDevice, loseServer, NO_SERVER } from '#e2e/support/versions.ts';

test.use({ serviceWorkers: 'allow' });

interface Shared {
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
}

interface Manifest {
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  readonly share_target: { readonly action: string; readonly params: Record<keyof Shared, string> };
}

const PAGE = 'https://example.com/tomatoes?how=well';

test('A share from another app opens a filled-in task, and only once', async ({ app }) => {
  await app.begin(['Garden']);
  await share(app, { title: 'Tomatoes', text: '<b onclick="alert(1)">Water</b> them', url: PAGE });
  const dialog = app.dialog('Add task');
  await expectTask(dialog, 'Tomatoes', `<b onclick="alert(1)">Water</b> them\n\n${PAGE}`);
  await expect(app.page).toHaveURL('/app/today');

  // Shared text is kept as a draft, though nobody typed it. It does not replace a typed draft, nor the
  // reverse.
  await app.page.keyboard.press('Escape');
  await app.reopen.click();
  await expectTask(dialog, 'Tomatoes', `<b onclick="alert(1)">Water</b> them\n\n${PAGE}`);
  await app.fillTask(dialog, { collection: 'Garden' });
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(app.task('Tomatoes')).toContainText('<b onclick="alert(1)">Water</b> them');
  await app.page.reload();
  await expect(app.task('Tomatoes')).toBeVisible();
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.tasks).toHaveCount(1);
});

test('[Q8] A signed-out user signs in first, and finds the task filled in, to go to Inbox', async ({
  app,
}) => {
  await app.page.goto('/');
  await share(app, { text: 'Read this\nbefore Monday' });
  await expect(app.heading('Sign in')).toBeVisible();
  await app.page.getByRole('link', { name: 'Sign up', exact: true }).click();
  const user = newUser();
  await app.page.getByLabel('Name', { exact: true }).fill(user.name);
  await app.fillCredentials(user);
  await app.button('Sign up').click();
  const dialog = app.dialog('Add task');
  await expectTask(dialog, 'Read this', 'before Monday');
  await expect(app.page).toHaveURL('/app/today');
  await expect(dialog.getByLabel('Collection', { exact: true }).locator('option:checked')).toHaveText(
    'Inbox',
  );
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(app.task('Read this')).toBeVisible();
  await expect(app.link('Inbox')).toBeVisible();
});

test.describe('Without a server', () => {
  test.use({ ownServer: true });

  test('a long text is shared: the task takes its beginning, and says so', async ({ app, server }) => {
    app.watch.expect(NO_SERVER);
    await app.begin();
    await isOnDevice(app);
    await loseServer(app, server);
    const line = 'Long '.repeat(120).trim();
    await share(app, { text: `${line}\n${'and longer '.repeat(2_000)}` });
    const start = `${line}\n\nand longer and longer`;
    const dialog = app.dialog('Add task');
    await expect(app.error('The shared text is too long for one task. Its end was left out.')).toBeVisible();
    await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue(`${line.slice(0, 499)}…`);
    const description = await dialog.getByLabel('Description', { exact: true }).inputValue();
    expect(description.slice(0, start.length)).toBe(start);
    expect(description).toHaveLength(16_384);
    expect(description.at(-1)).toBe('…');
  });
});

test("The shortcuts of the app's icon lead to a new task and to today", async ({ app }) => {
  await app.begin();
  const { shortcuts } = await manifestOf(app);
  const [addTask, today] = shortcuts;
  expect(shortcuts.map(({ name }) => name)).toEqual(['Add task', 'Today']);
  await app.page.goto(addTask!.url);
  await expectTask(app.dialog('Add task'), '', '');
  await expect(app.page).toHaveURL('/app/today');
  await app.page.keyboard.press('Escape');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);

  await app.open('Completed');
  await app.page.goto(today!.url);
  await expect(app.heading('Today')).toBeVisible();
});

/** Opens the address that a system makes from the manifest for a share. */
async function share(app: App, shared: Shared): Promise<void> {
  const { action, params } = (await manifestOf(app)).share_target;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(shared)) query.set(params[key as keyof Shared], value as string);
  await app.page.goto(`${action}?${query}`);
}

/** The manifest as the page gets it, offline from the device. */
function manifestOf({ page }: App): Promise<Manifest> {
  return page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await (await fetch(link!.href)).json()) as Manifest;
  });
}

async function expectTask(dialog: Locator, name: string, description: string): Promise<void> {
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue(name);
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue(description);
}
