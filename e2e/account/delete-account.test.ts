import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('A user deletes the account: every device removes its data, including one that was away', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Secret'] });
  const other = await newDevice();
  await other.join(user);
  await expect(other.task('Secret')).toBeVisible();
  const away = await newDevice();
  away.watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await away.join(user);
  await expect(away.task('Secret')).toBeVisible();
  await away.context.setOffline(true);
  const tab = await other.newTab();
  await expect(tab.task('Secret')).toBeVisible();

  await app.openAccount();
  await app.button('Delete account').click();
  const form = app.page.getByRole('form', { name: 'Delete account', exact: true });
  const submit = form.getByRole('button', { name: 'Delete account for good', exact: true });
  await form.getByLabel('Your email', { exact: true }).fill('somebody@example.com');
  await form.getByLabel('Password', { exact: true }).fill('not the password');
  await submit.click();
  await expect(form.getByText(`Please type ${user.email}`)).toBeVisible();
  await form.getByLabel('Your email', { exact: true }).fill(user.email);
  app.watch.expect(/400/);
  await submit.click();
  await expect(form.getByRole('alert')).not.toBeEmpty();
  expect(await violationsOf(app, 'Delete account')).toEqual([]);
  await form.getByLabel('Password', { exact: true }).fill(user.password);
  await submit.click();

  for (const device of [app, other, tab]) {
    await expect(device.heading('Your account is deleted')).toBeVisible();
    await expectNothingLeft(device);
  }
  await app.page.getByRole('link', { name: 'Go to the start page', exact: true }).click();
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();

  await expect(away.task('Secret')).toBeVisible();
  await away.context.setOffline(false);
  await expect(away.heading('Your account is deleted')).toBeVisible();
  await expectNothingLeft(away);

  app.watch.expect(/401/);
  await app.page.goto('/auth/login');
  await app.submitSignIn(user);
  await expect(app.page.getByRole('alert').getByText('Wrong email or password.')).toBeVisible();
});

/** Checks the browser's storage. */
async function expectNothingLeft({ page }: App): Promise<void> {
  const left = () =>
    page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ]);
  await expect.poll(left).toEqual([]);
}
