import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

test('[X3] A collection has a calendar feed by its menu, with a secret address that is shown once, and revoked', async ({
  app,
}) => {
  const { page } = app;
  await app.begin({ Home: [{ name: 'Rent', date: day(2) }], Work: [{ name: 'Write', date: day(2) }] });
  await app.openCollection('Home');
  await app.button('Collection Home').click();
  await app.menuItem('Calendar feed').click();
  const form = page.getByRole('form', { name: 'New calendar feed', exact: true });
  await expect(form.getByLabel('Tasks', { exact: true })).toHaveValue(/^collection:/);
  expect(await violationsOf(app, 'a new calendar feed')).toEqual([]);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await expectNoOverflow(app);
  }
  await form.getByRole('button', { name: 'Create feed', exact: true }).click();
  const address = await page.getByLabel('Address', { exact: true }).innerText();
  const link = page.getByRole('link', { name: 'Open in a calendar', exact: true });
  await expect(link).toHaveAttribute(
    'href',
    address.replace(/^http/, 'webcal').replace(/^webcals?/, 'webcal'),
  );
  await app.button('Done').click();
  const feeds = page.getByRole('region', { name: 'Calendar feeds', exact: true });
  await expect(feeds.getByRole('listitem')).toContainText('Home');

  const calendar = await (await fetch(address)).text();
  expect(calendar).toContain('SUMMARY:Rent');
  expect(calendar).not.toContain('Write');
  await feeds.getByRole('button', { name: 'Revoke Home', exact: true }).click();
  await app.dialog('Revoke this feed?').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(feeds.getByRole('listitem')).toHaveCount(0);
  expect((await fetch(address)).status).toBe(410);
});
