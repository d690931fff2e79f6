import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

test('[M2] [M3] An agent proposes changes, which are accepted without a network, undone, accepted again, declined, or too late', async ({
  app,
  server,
}) => {
  const { page } = app;
  const wire = await app.wire();
  await app.begin({ Home: ['Rent', 'Sweep'] });
  await app.openAccount('Access');
  await app.button('Add token').click();
  const form = page.getByRole('form', { name: 'New access token', exact: true });
  await form.getByLabel('Token name', { exact: true }).fill('Planner');
  await form.getByRole('radio', { name: 'Propose', exact: true }).check();
  await form.getByRole('button', { name: 'Create token', exact: true }).click();
  const token = await page.getByLabel('Token', { exact: true }).innerText();
  await app.button('Done').click();

  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { id: string; items: { id: string; name: string; state: string }[] };
  };
  const { items: tasks } = await ask('/tasks');
  const idOf = (name: string) => tasks.find((task) => task.name === name)?.id;
  const edit = (name: string, changes: object) => ({
    name: 'task.edit',
    args: { id: idOf(name), changes },
  });
  const { id } = await ask('/proposals', {
    title: 'Make room on Friday',
    reason: 'The board meets.',
    items: [
      edit('Rent', { priority: 1, deadline: '2028-03-01' }),
      edit('Sweep', { name: 'Sweep all' }),
      { text: 'Print the slides #Home' },
    ],
  });

  await expect(app.link('Proposals')).toContainText('1');
  await app.link('Proposals').click();
  const proposal = page.getByRole('article', { name: 'Make room on Friday', exact: true });
  await expect(proposal).toContainText('Planner');
  await expect(proposal).toContainText('The board meets.');
  const item = (name: string) => proposal.getByRole('listitem', { name, exact: true });
  await expect(item('Rent')).toContainText('no priority');
  await expect(item('Rent')).toContainText('p1');
  await expect(item('Print the slides')).toContainText('new task');
  expect(await violationsOf(app, 'proposals')).toEqual([]);
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(app);
  }

  await wire.cut();
  await item('Rent').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(item('Rent')).toContainText('Accepted');
  await proposal.getByRole('button', { name: 'Accept all', exact: true }).click();
  await expect(proposal.getByText('Accepted', { exact: true })).toHaveCount(3);
  await expect(app.link('Proposals')).toHaveCount(0);
  await app.undo('2 changes accepted', 'Change undone');
  await expect(proposal.getByText('Accepted', { exact: true })).toHaveCount(1);
  await proposal.getByRole('button', { name: 'Accept all', exact: true }).click();
  await expect(proposal.getByText('Accepted', { exact: true })).toHaveCount(3);
  await wire.mend();
  await expect(app.synced).toBeVisible();
  await expect
    .poll(async () => (await ask(`/proposals/${id}`)).items.map(({ state }) => state))
    .toEqual(['accepted', 'accepted', 'accepted']);
  expect((await ask('/tasks')).items.map(({ name }) => name).toSorted()).toEqual([
    'Print the slides',
    'Rent',
    'Sweep all',
  ]);

  await proposal.getByRole('button', { name: 'Undo all', exact: true }).click();
  await expect(page.getByText('Nothing to decide.', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await ask('/tasks')).items.map(({ name }) => name).toSorted())
    .toEqual(['Rent', 'Sweep']);

  await ask('/proposals', { title: 'Tidy', items: [edit('Sweep', { name: 'Mop' })] });
  const tidy = page.getByRole('article', { name: 'Tidy', exact: true });
  await expect(tidy.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
  await ask('/proposals', { title: 'Again', items: [edit('Sweep', { name: 'Dust' })] });
  const again = page.getByRole('article', { name: 'Again', exact: true });
  await again.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(tidy).toContainText('It was changed since, so this cannot be accepted.');
  await tidy.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(tidy).toHaveCount(0);
  await expect(page.getByText('Nothing to decide.', { exact: true })).toBeVisible();
});
