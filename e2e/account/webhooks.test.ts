import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';
import { Receiver } from '#src/server/webhooks/testing/receiver.ts';

const test = base.extend<{ readonly receiver: Receiver }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
  receiver: async ({}, provide) => {
    const receiver = await Receiver.start();
    await provide(receiver);
    receiver.stop();
  },
  server: async ({ startServer }, provide) => {
    await provide(await startServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } }));
  },
});

test('[A5] A webhook is added, its secret shown once, tells of a new task, sends again, and is revoked', async ({
  app,
  receiver,
}) => {
  const { page } = app;
  await app.begin({ Home: ['Rent'], Work: ['Write'] });
  await app.openAccount('Access');
  await app.button('Add webhook').click();
  const form = page.getByRole('form', { name: 'New webhook', exact: true });
  await form.getByRole('button', { name: 'Create webhook', exact: true }).click();
  await expect(form.getByText('Please enter a filter', { exact: true })).toBeVisible();
  await form.getByLabel('Webhook name', { exact: true }).fill('Board');
  await form.getByLabel('Filter', { exact: true }).fill('#Hom');
  await form.getByLabel('Address', { exact: true }).fill(receiver.url);
  await expect(form.getByText('There is no collection “Hom”.', { exact: true })).toBeVisible();
  await form.getByLabel('Filter', { exact: true }).fill('#Home');
  expect(await violationsOf(app, 'a new webhook')).toEqual([]);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await expectNoOverflow(app);
  }
  await form.getByRole('button', { name: 'Create webhook', exact: true }).click();
  receiver.secret = await page.getByLabel('Secret', { exact: true }).innerText();
  expect(receiver.secret).toMatch(/^whsec_/);
  await app.button('Done').click();
  const webhooks = page.getByRole('region', { name: 'Webhooks', exact: true });
  await expect(webhooks.getByRole('listitem')).toContainText(`#Home · ${receiver.url}`);
  await expect(webhooks.getByRole('listitem')).toContainText('no message yet · on');

  await app.addTask('Sweep', { collection: 'Home' });
  await expect.poll(() => receiver.told).toEqual(['entered Sweep']);
  await app.openAccount('Access');
  await webhooks.getByRole('button', { name: 'Messages of Board', exact: true }).click();
  const messages = page.getByRole('list', { name: 'Messages of Board', exact: true });
  await expect(messages.getByRole('listitem')).toContainText('1 change');
  expect(await violationsOf(app, 'the messages of a webhook')).toEqual([]);
  await messages.getByRole('button', { name: /^Send again/ }).click();
  await expect.poll(() => receiver.told).toEqual(['entered Sweep', 'entered Sweep']);
  expect(receiver.problems).toEqual([]);

  await webhooks.getByRole('button', { name: 'Revoke Board', exact: true }).click();
  await app.dialog('Revoke this webhook?').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(webhooks.getByRole('list', { name: 'Webhooks', exact: true })).toHaveCount(0);
});
