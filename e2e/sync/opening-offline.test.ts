import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { isOnDevice, loseServer, NO_SERVER } from '#e2e/support/versions.ts';

test.use({ serviceWorkers: 'allow' });

test.describe('Without a server', () => {
  test.use({ ownServer: true });

  test('the app opens on any page with the data of the device, and what is added there arrives later', async ({
    app,
    newDevice,
    server,
  }) => {
    app.watch.expect(NO_SERVER);
    const user = await app.begin({ Home: [{ name: 'Pack the bags', date: day(1) }] });
    await isOnDevice(app);
    await loseServer(app, server);

    await app.page.reload();
    await expect(app.heading('Today')).toBeVisible();
    await expect(app.link('Home')).toBeVisible();
    const cold = await app.newTab('/app/upcoming');
    await app.page.close();
    await expect(cold.task('Pack the bags')).toBeVisible();
    await cold.addTask('Water the plants', { collection: 'Home', date: day(1) });
    await cold.page.reload();
    await expect(cold.tasks).toContainText(['Pack the bags', 'Water the plants']);
    await expect(cold.header.getByText('Offline · 1 change waiting', { exact: true })).toBeVisible();

    await server.start();
    await cold.page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(cold.synced).toBeVisible();
    const desk = await newDevice();
    await desk.join(user);
    await desk.open('Upcoming');
    await expect(desk.tasks).toContainText(['Pack the bags', 'Water the plants']);
  });

  test('every part of the app is there, even if the user has never opened it', async ({ app, server }) => {
    app.watch.expect(NO_SERVER);
    await app.begin(['Home']);
    await isOnDevice(app);
    await loseServer(app, server);
    const { page } = app;

    await page.goto('/app/account');
    await expect(app.heading('Account')).toBeVisible();
    await page.goto('/app/needs-attention');
    await expect(app.heading('Needs attention')).toBeVisible();
    app.watch.expect(/the server responded with a status of 404/);
    for (const path of ['/app/nowhere', '/nowhere']) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(app.heading('Page Not Found!')).toBeVisible();
    }
    await page.goto('/app/project/Home');
    await expect(app.heading('Home')).toBeVisible();
    const dialog = await app.openTaskDialog();
    await dialog.getByRole('button', { name: 'Open calendar', exact: true }).click();
    await expect(app.dialog('Calendar')).toBeVisible();
    await page.keyboard.press('Escape');
    await app.cancel(dialog);
    const fonts = await page.evaluate(async () =>
      [...(await document.fonts.ready)].map(({ status }) => status),
    );
    expect(fonts).toContain('loaded');
    expect(fonts).not.toContain('error');
    // This request lets a page tell a lost connection from a new version.
    await expect(page.evaluate(async () => (await fetch('/app')).status)).rejects.toThrow('Failed to fetch');
  });

  test('the front door leads signed-in users to the app, and others can read it', async ({ app, server }) => {
    app.watch.expect(NO_SERVER);
    await app.begin();
    await isOnDevice(app);
    await loseServer(app, server);
    const { page } = app;

    await page.goto('/');
    await expect(page).toHaveURL('/app/today');
    await expect(app.heading('Today')).toBeVisible();
    // Leaves the browser as after signing out.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
    await page.goto('/auth/signup');
    await expect(app.heading('Sign up')).toBeVisible();
  });
});

test('The device keeps only the app: none of the data that the server has of its user', async ({ app }) => {
  await app.begin(['Home']);
  await isOnDevice(app);
  await app.page.reload();
  await expect(app.synced).toBeVisible();
  const stored = await app.page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  const isOfApp = (path: string) =>
    /^\/(assets\/.+|favicon\.svg|manifest\.webmanifest|index\.html)?$/.test(path);
  expect(stored).toContain('/index.html');
  expect(stored.filter((path) => !isOfApp(path))).toEqual([]);
});

test('Browsers ask for the service worker each time, so that a new version is found', async ({
  app: { page },
}) => {
  const answer = await page.request.get('/service-worker.js', { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
});

test('A visitor of the landing page gets nothing but the landing page', async ({ app: { page } }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
