import { MailServer } from '#src/server/testing/mail-server.ts';
import type { App } from './app.ts';
import { expect, test as base } from './fixtures.ts';
import { newUser, type NewUser } from './users.ts';

/** Browsers write every refused request to the console. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** A server that sends mail, and where its mail arrives. */
const test = base.extend<{ mail: MailServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
  mail: async ({}, provide) => {
    const mail = await MailServer.start();
    await provide(mail);
    await mail.stop();
  },
  server: async ({ startServer, mail }, provide) => {
    await provide(await startServer({ env: mail.settings }));
  },
});

async function register(app: App, user: NewUser): Promise<void> {
  await app.page.goto('/auth/signup');
  await app.page.getByLabel('Name', { exact: true }).fill(user.name);
  await app.fillCredentials(user);
  await app.button('Sign up').click();
  await expect(app.heading('Confirm your email')).toBeVisible();
}

async function confirm(app: App, url: string): Promise<void> {
  await app.page.goto(url);
  await app.button('Confirm email').click();
  await expect(app.heading('Today')).toBeFocused();
}

test('A newcomer confirms their email by a link, which a scanner of mail opened before them', async ({
  app,
  newDevice,
  mail,
}) => {
  app.watch.expect(REFUSED);
  const user = newUser();
  await register(app, user);
  const { url } = await mail.linkTo(user.email);
  // Two mails of one second have the same link: its token tells the time in seconds.
  const second = () => Math.floor(Date.now() / 1_000);
  const sentAt = second();
  await expect.poll(second).toBeGreaterThan(sentAt);

  // Not confirmed yet: the password alone leads back to where it can be sent again.
  await app.page.goto('/auth/login');
  await app.submitLogIn(user);
  await expect(app.heading('Confirm your email')).toBeVisible();
  await app.button('Send it again').click();
  await expect(app.page.getByText('Sent again.', { exact: true })).toBeVisible();
  const again = await mail.linkTo(user.email, 2);

  const scanner = await newDevice();
  await scanner.page.request.get(url);
  await scanner.page.goto(url);
  await expect(scanner.button('Confirm email')).toBeVisible();
  // The token is in sight nowhere.
  await expect(scanner.page).toHaveURL('/auth/link');

  await confirm(app, url);
  await app.page.reload();
  await expect(app.heading('Today')).toBeVisible();

  // Whoever finds the mails later has nothing of them.
  scanner.watch.expect(REFUSED);
  await scanner.button('Confirm email').click();
  await expect(scanner.page.getByRole('alert')).toContainText('This link was used already');
  await scanner.page.goto(again.url);
  // The page stays, and has taken in the other link once it no longer says so of the first.
  await expect(scanner.page.getByRole('alert')).toHaveCount(0);
  await scanner.button('Confirm email').click();
  await expect(scanner.heading('Email confirmed')).toBeFocused();
  await scanner.page.goto('/app/today');
  await expect(scanner.page).toHaveURL('/auth/login');
});

test('A user who has gone on to sign up keeps what they typed there when the link is on its way', async ({
  app,
}) => {
  const { page } = app;
  const { promise: patience, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/sign-in/magic-link', async (route) => {
    await patience;
    await route.continue();
  });
  const user = newUser();
  await page.goto('/auth/login');
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await app.button('Email me a link').click();
  await page.getByRole('link', { name: 'Sign up', exact: true }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill(user.name);

  const answered = page.waitForResponse('**/api/auth/sign-in/magic-link');
  answer();
  await (await answered).finished();
  // Whatever the answer leads to has happened.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page).toHaveURL('/auth/signup');
  await expect(name).toHaveValue(user.name);
});

test('A user logs in by a link, and chooses a new password by another', async ({ app, mail }) => {
  const { page } = app;
  const user = newUser();
  await register(app, user);
  await confirm(app, (await mail.linkTo(user.email)).url);
  await app.logOut();
  await expect(page).toHaveURL('/');

  await page.goto('/auth/login');
  await app.button('Email me a link').click();
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Please enter your Email');
  await email.fill(user.email);
  await app.button('Email me a link').click();
  await expect(app.heading('Check your mail')).toBeVisible();
  await page.goto((await mail.linkTo(user.email, 2)).url);
  await app.button('Log in to Sunglow').click();
  await expect(app.heading('Today')).toBeVisible();
  await app.logOut();
  await expect(page).toHaveURL('/');

  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot your password?', exact: true }).click();
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await app.button('Email me a link').click();
  await expect(app.heading('Check your mail')).toBeVisible();
  await page.goto((await mail.linkTo(user.email, 3)).url);
  await page.getByLabel('New password', { exact: true }).fill('a brand new password');
  await app.button('Save password').click();
  await expect(app.heading('Your password is new')).toBeFocused();
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await app.submitLogIn({ ...user, password: 'a brand new password' });
  await expect(app.heading('Today')).toBeVisible();
});
