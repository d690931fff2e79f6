import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { Gate } from '#e2e/support/gate.ts';
import { isOnDevice, NO_SERVER } from '#e2e/support/versions.ts';

const test = base.extend<{ readonly gate: Gate }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
  gate: async ({}, provide) => {
    const gate = await Gate.start();
    await provide(gate);
    await gate.stop();
  },
  server: async ({ gate, startServer }, provide) => {
    await provide(await startServer({ env: { PUBLIC_URL: gate.url } }));
  },
  baseURL: async ({ gate, server }, provide) => {
    gate.leadTo(server.port);
    await provide(gate.url);
  },
});
test.use({ serviceWorkers: 'allow' });

test('[W3] Behind a proxy with its own sign-in, the app says so, and leads there and back', async ({
  app,
  gate,
}) => {
  app.watch.expect(NO_SERVER);
  app.watch.expect(/WebSocket|Failed to load resource|Access to fetch|Content Security Policy|violates/);
  const { page } = app;
  await app.begin(['Home']);
  await isOnDevice(app);
  const message = page.getByText('Another sign-in blocks Sunglow', { exact: true });
  const way = page.getByRole('link', { name: 'Sign in there', exact: true });
  for (const mode of ['rejection', 'page', 'redirect'] as const) {
    gate.set(mode);
    await page.reload();
    await app.addTask(`Pack in spite of a ${mode}`, { collection: 'Home' });
    await expect(message).toBeVisible();
    await way.click();
    await expect(page.getByRole('heading', { name: 'Gate', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Let me in', exact: true }).click();
    await expect(app.heading('Today')).toBeVisible();
    await expect(app.synced).toBeVisible();
    await expect(message).toBeHidden();
  }
  await expect(app.tasks).toHaveCount(3);

  // A signed-out user gets there from the sign-in page.
  await app.signOut();
  gate.set('redirect');
  await page.goto('/auth/login');
  await app.submitSignIn({ name: 'Ada', email: 'ada@example.com', password: 'not the one' });
  await expect(way).toBeVisible();
});

test('[W3] The app tells the user and the log of a proxy that blocks sockets', async ({
  app,
  gate,
  server,
}) => {
  app.watch.expect(NO_SERVER);
  app.watch.expect(/WebSocket|Failed to load resource/);
  gate.set('no-sockets');
  await app.begin();
  await expect(app.page.getByText('Sunglow cannot sync here', { exact: true })).toBeVisible();
  expect(await violationsOf(app, 'without sockets')).toEqual([]);
  await app.header.getByRole('button', { name: /^Sync: / }).click();
  await expect(app.dialog('Sunglow cannot sync here')).toContainText('blocks WebSockets');
  await expect.poll(() => server.stdout).toContain('does not pass WebSocket upgrades on');
  gate.set('open');
  await app.dialog('Sunglow cannot sync here').getByRole('button', { name: 'Try now', exact: true }).click();
  await expect(app.page.getByText('Sunglow cannot sync here', { exact: true })).toBeHidden();
});
