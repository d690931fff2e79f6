import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { ServerProcess, ServerProcessOptions } from '#src/server/testing/processes/server-process.ts';

import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';

const ADMIN = fileURLToPath(new URL('../../src/server/admin/main.ts', import.meta.url));

/** Starts a server with sign-ups by invitation, and invites a user. Returns their invitation link too. */
async function invite(startServer: (options?: ServerProcessOptions) => Promise<ServerProcess>) {
  const server = await startServer({ env: { SIGNUPS: 'invite' } });
  const env = { ...process.env, PUBLIC_URL: server.url, DATA_DIR: server.dataDir, SIGNUPS: 'invite' };
  const user = newUser();
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'invite', '--email', user.email], {
    env,
  });
  const [link = ''] = stdout.split('\n');
  return { server, user, link };
}

test('With sign-ups by invitation, a link allows one, also after a reload', async ({
  newDevice,
  startServer,
}) => {
  const { server, user, link } = await invite(startServer);
  const app = await newDevice({ baseURL: server.url });
  await app.page.goto('/auth/signup');
  await expect(app.page.getByText('Open your invitation link.')).toBeVisible();
  expect(await violationsOf(app, 'Uninvited')).toEqual([]);
  await app.page.goto(link);
  await expect(app.page).toHaveURL(`${server.url}/auth/signup`);
  const email = app.page.getByLabel('Email', { exact: true });
  await expect(email).toHaveValue(user.email);
  await app.page.reload();
  await expect(email).toHaveValue(user.email);
  await app.page.getByLabel('Name', { exact: true }).fill(user.name);
  await app.page.getByLabel('Password', { exact: true }).fill(user.password);
  await app.button('Sign up').click();
  await expect(app.heading('Today')).toBeVisible();

  const other = await newDevice({ baseURL: server.url });
  other.watch.expect(/404/);
  await other.page.goto(link);
  await expect(other.page.getByText('This invitation was used already')).toBeVisible();
});

test('The input of the invited user stays while the server cannot be reached, and the page asks it again', async ({
  newDevice,
  startServer,
}) => {
  const { server, user, link } = await invite(startServer);
  const app = await newDevice({ baseURL: server.url });
  app.watch.expect(/net::ERR_INTERNET_DISCONNECTED/);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await app.page.route('**/api/auth/invitation', async (route) => {
    await asked;
    await route.abort('internetdisconnected');
  });
  await app.page.goto(link);
  const name = app.page.getByLabel('Name', { exact: true });
  await name.fill(user.name);

  ask();

  await expect(app.page.getByText('No connection to the server.')).toBeVisible();
  await expect(name).toHaveValue(user.name);
  await app.page.unroute('**/api/auth/invitation');
  await app.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(app.page.getByText('You are invited.')).toBeVisible();
  await expect(name).toHaveValue(user.name);
});

test('The input of the invited user stays when the server answers late with the invitation', async ({
  newDevice,
  startServer,
}) => {
  const { server, user, link } = await invite(startServer);
  const app = await newDevice({ baseURL: server.url });
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await app.page.route('**/api/auth/ways', async (route) => {
    await asked;
    await route.continue();
  });
  await app.page.goto(link);
  await app.page.getByLabel('Name', { exact: true }).fill(user.name);

  ask();

  await expect(app.page.getByText('You are invited.')).toBeVisible();
  await expect(app.page.getByLabel('Name', { exact: true })).toHaveValue(user.name);
  await expect(app.page.getByLabel('Email', { exact: true })).toHaveValue(user.email);
});
