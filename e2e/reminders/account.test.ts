import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { CHROMIUM_FLAGS, findWholeChromium } from '#scripts/chromium.mjs';
import { newId } from '#src/domain/id.ts';
import { ageSessionsOf } from '#src/server/testing/sign-in/old-session.ts';
import { PushService } from '#src/server/reminders/testing/push-service.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';
import { subscribeAt } from '#e2e/support/push.ts';
import { mutation, RawDevice } from '#e2e/support/raw-device.ts';
import { newUser, type NewUser } from '#e2e/support/users.ts';
import { isOnDevice } from '#e2e/support/versions.ts';

interface Posted {
  readonly path: string | undefined;
  readonly signature: string | string[] | undefined;
  readonly body: string;
}

/** A receiver of webhooks: its received posts, and the status of its answers. */
interface Receiver {
  readonly url: string;
  readonly posts: Posted[];
  status: number;
}

const test = base.extend<{ mail: MailServer; service: PushService; receiver: Receiver }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
  mail: async ({}, provide) => {
    const mail = await MailServer.start();
    await provide(mail);
    await mail.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  service: async ({}, provide) => {
    const service = await PushService.start();
    await provide(service);
    await service.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  receiver: async ({}, provide) => {
    const posts: Posted[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        posts.push({ path: request.url, signature: request.headers['webhook-signature'], body });
        response.writeHead(receiver.status).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const receiver: Receiver = { url: `http://127.0.0.1:${port}`, posts, status: 200 };
    await provide(receiver);
    server.closeAllConnections();
    server.close();
  },
  server: async ({ startServer, mail }, provide) => {
    await provide(await startServer({ env: { ...mail.settings, WEBHOOK_ALLOW_PRIVATE: 'true' } }));
  },
});

test.use({
  serviceWorkers: 'allow',
  contextOptions: { permissions: ['notifications'] },
  launchOptions: { executablePath: findWholeChromium(), args: CHROMIUM_FLAGS },
});

/** A user with a confirmed address, which mails require. */
async function signUpByMail(app: App, mail: MailServer): Promise<NewUser> {
  const user = newUser();
  const { name, email, password } = user;
  await app.page.goto('/auth/signup');
  await app.page.getByLabel('Name', { exact: true }).fill(name);
  await app.page.getByLabel('Email', { exact: true }).fill(email);
  await app.button('Sign up').click();
  await app.page.goto((await mail.linkTo(email)).url);
  await app.page.getByLabel('Password', { exact: true }).fill(password);
  await app.button('Confirm email').click();
  await expect(app.heading('Today')).toBeVisible();
  return user;
}

test('[N3] [N4] On the account page a user sets up and tries each way of reminders, and reads the last results', async ({
  app,
  newDevice,
  server,
  mail,
  service,
  receiver,
}) => {
  // These requests are rejected on purpose.
  app.watch.expect(/the server responded with a status of (400|403|502)/);
  const { page } = app;
  const browser = service.browser();
  await subscribeAt(app, browser.subscription);
  const user = await signUpByMail(app, mail);
  const { email, password } = user;
  await isOnDevice(app);
  await app.openAccount('Reminders');
  const region = page.getByRole('region', { name: 'Reminders', exact: true });
  const way = (name: string) => region.getByRole('listitem', { name, exact: true });
  const sendTest = (name: string) =>
    way(name).getByRole('button', { name: 'Send a test', exact: true }).click();

  // Before they are set up, each way names its missing part.
  await sendTest('Notification');
  await expect(way('Notification')).toContainText('No device is turned on for reminders.');
  await sendTest('Webhook');
  await expect(way('Webhook')).toContainText('No webhook address is saved.');

  await region.getByRole('button', { name: 'Turn on for this device', exact: true }).click();
  await expect(region.getByRole('button', { name: 'Turn off for this device', exact: true })).toBeVisible();
  await expect(way('Notification')).toContainText('To 1 device');
  await sendTest('Notification');
  await expect.poll(() => browser.messages.length).toBe(1);
  expect(browser.messages[0]?.notification.data.kind).toBe('test');

  // A new password gives this browser another session, and the subscription moves to it.
  const told = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/subscription'),
  );
  await app.openAccountPart('Sign-in and security');
  await app.button('Change Password').click();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('a brand new password');
  await app.button('Save').click();
  expect((await told).ok()).toBe(true);
  await app.openAccountPart('Reminders');
  await sendTest('Notification');
  await expect.poll(() => browser.messages.length).toBe(2);

  await sendTest('Email');
  const { subject } = await mail.mailTo(email, 2);
  expect(subject).toBe(browser.messages[0]?.notification.title);

  // The link in the mail ends these mails in any browser.
  const mailOn = way('Email').getByRole('switch', { name: 'Email', exact: true });
  await mailOn.check();
  await expect(app.synced).toBeVisible();
  await sendTest('Email');
  const elsewhere = await newDevice();
  await elsewhere.page.goto((await mail.linkTo(email, 3)).url);
  await expect(elsewhere.page).toHaveURL('/auth/link');
  expect(await violationsOf(elsewhere, 'the link that ends reminders by mail')).toEqual([]);
  await elsewhere.button('Stop reminders by email').click();
  await expect(elsewhere.heading('Reminders by email stopped')).toBeVisible();
  await expect(mailOn).not.toBeChecked();

  const address = region.getByLabel('Webhook address', { exact: true });
  const secret = region.getByLabel('Webhook secret', { exact: true });
  const save = region.getByRole('button', { name: 'Save webhook', exact: true });
  const open = (name: string) => way('Webhook').getByRole('button', { name, exact: true }).click();
  await expect(address).toBeHidden();
  await open('Add webhook');
  await expect(region.getByLabel('Webhook kind', { exact: true })).toBeFocused();
  await address.fill('ftp://example.com');
  await save.click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/Please enter an address that begins with https/);
  await address.fill(`${receiver.url}/hook`);
  await secret.fill('too short');
  await save.click();
  const form = region.getByRole('form', { name: 'Webhook', exact: true });
  await expect(form.getByRole('alert')).toContainText('Check the address and the secret');
  const generate = region.getByRole('button', { name: 'Generate secret', exact: true });
  await generate.click();
  await expect(secret).toHaveAttribute('type', 'text');
  await expect(secret).toHaveValue(/^whsec_[\w+/]{43}=$/);
  await save.click();
  await expect(app.success('Webhook saved')).toBeVisible();
  await expect(way('Webhook')).toContainText('To 127.0.0.1');
  // The secret is never shown again.
  await open('Change webhook');
  await expect(secret).toHaveValue('');
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(way('Webhook').getByRole('button', { name: 'Change webhook', exact: true })).toBeFocused();
  await sendTest('Webhook');
  await expect
    .poll(() => receiver.posts)
    .toMatchObject([{ path: '/hook', signature: expect.stringMatching(/^v1,/) }]);
  receiver.status = 403;
  await sendTest('Webhook');
  await expect(way('Webhook')).toContainText('It was rejected. Check the address and the secret.');

  const brief = region.getByLabel('Daily brief', { exact: true });
  await brief.fill('07:30');
  await expect(app.synced).toBeVisible();
  const last = region.getByRole('list', { name: 'Last reminders', exact: true });
  await expect(last.getByRole('listitem')).toHaveText(['None in the last 30 days']);

  // A reminder due at once.
  const device = await RawDevice.of(app, server);
  const [collectionId, taskId, at] = [newId(), newId(), Date.now()];
  await device.push(
    mutation('collection.add', { id: collectionId, name: 'Home', color: '#FFCC33', at }),
    mutation('task.add', { id: taskId, name: 'Water', description: '', date: null, collectionId, at }),
    mutation('reminder.add', { id: newId(), taskId, remindAt: at + 500, at }),
  );
  await expect.poll(() => browser.messages.at(-1)?.notification.title).toBe('Water');
  device.close();
  await region.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(last.getByRole('listitem')).toContainText(['Sent as a notification']);
  await expect(last.getByRole('link', { name: 'Water', exact: true })).toBeVisible();

  expect(await violationsOf(app, 'reminders of an account')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(app);
  const desk = await newDevice();
  await desk.signIn({ ...user, password: 'a brand new password' });
  await page.reload();
  await expect(brief).toHaveValue('07:30');
  await open('Change webhook');
  await expect(address).toHaveValue(`${receiver.url}/hook`);
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await region.getByRole('button', { name: 'Remove webhook', exact: true }).click();
  await expect(way('Webhook')).toContainText('No address is saved yet');

  // A webhook can be saved only soon after a sign-in. It goes when the other devices are signed out.
  await ageSessionsOf({ dataDir: server.dataDir, databaseUrl: null }, email);
  // An open topic of ntfy needs no secret.
  await open('Add webhook');
  await region.getByLabel('Webhook kind', { exact: true }).selectOption('ntfy');
  await expect(secret).toBeHidden();
  await expect(generate).toBeHidden();
  await region.getByRole('switch', { name: 'Protected topic', exact: true }).check();
  await expect(secret).toBeVisible();
  await region.getByRole('switch', { name: 'Protected topic', exact: true }).uncheck();
  await address.fill(`${receiver.url}/topic`);
  await save.click();
  const again = app.dialog('Sign in again').getByLabel('Your password', { exact: true });
  await again.fill('a brand new password');
  await again.press('Enter');
  await expect(way('Webhook')).toContainText('To 127.0.0.1');
  await app.openAccountPart('Sign-in and security');
  await app.button('Sign out all others').click();
  await app.dialog('Sign out all other devices?').getByRole('button', { name: 'Sign out' }).click();
  await expect(app.success('Other devices signed out')).toBeVisible();
  await app.openAccountPart('Reminders');
  await expect(way('Webhook')).toContainText('No address is saved yet');
  await expect(app.synced).toBeVisible();
  expect(service.problems).toEqual([]);
});
