import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

test('[A4] A token is added, shown once, used by a program for one collection, and revoked', async ({
  app,
  server,
}) => {
  const { page } = app;
  await app.begin({ Home: ['Rent'], Work: ['Write'] });
  await app.openAccount('Access');
  await app.button('Add token').click();
  const form = page.getByRole('form', { name: 'New access token', exact: true });
  await form.getByRole('button', { name: 'Create token', exact: true }).click();
  await expect(form.getByText('Please enter a name', { exact: true })).toBeVisible();
  await form.getByLabel('Token name', { exact: true }).fill('Kitchen display');
  await form.getByRole('radio', { name: 'Some collections', exact: true }).check();
  await form.getByRole('checkbox', { name: 'Home', exact: true }).check();
  await form.getByLabel('Expires', { exact: true }).selectOption('Never');
  expect(await violationsOf(app, 'a new access token')).toEqual([]);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await expectNoOverflow(app);
  }
  await form.getByRole('button', { name: 'Create token', exact: true }).click();
  const text = await page.getByLabel('Token', { exact: true }).innerText();
  expect(text).toMatch(/^sgt_/);
  expect(await violationsOf(app, 'the text of a token')).toEqual([]);
  await app.button('Done').click();
  const tokens = page.getByRole('region', { name: 'Access tokens', exact: true });
  await expect(tokens.getByRole('listitem')).toContainText('Kitchen display');
  await expect(tokens.getByRole('listitem')).toContainText('Read · Home · never used');

  const ask = () => fetch(`${server.url}/api/v1/tasks`, { headers: { authorization: `Bearer ${text}` } });
  const answer = (await (await ask()).json()) as { items: { name: string }[] };
  expect(answer.items.map(({ name }) => name)).toEqual(['Rent']);
  await page.reload();
  await expect(tokens.getByRole('listitem')).toContainText('last used');
  await tokens.getByRole('button', { name: 'Revoke Kitchen display', exact: true }).click();
  await app.dialog('Revoke this token?').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(tokens.getByRole('listitem')).toHaveCount(0);
  await expect.poll(async () => (await ask()).status).toBe(401);
});
