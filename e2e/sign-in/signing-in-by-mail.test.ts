import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import type { App } from '#e2e/support/app.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { newUser, type NewUser } from '#e2e/support/users.ts';

/** Browsers write every rejected request to the console. */
const REJECTED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** A server that sends mail, and the mail server that receives it. */
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
  await app.page.getByLabel('Email', { exact: true }).fill(user.email);
  // The page learns from the server that it needs no password.
  await expect(app.page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await app.button('Sign up').click();
  await expect(app.heading('Confirm your email')).toBeVisible();
}

async function confirm(app: App, url: string, { password }: NewUser): Promise<void> {
  await app.page.goto(url);
  await app.page.getByLabel('Password', { exact: true }).fill(password);
  await app.button('Confirm email').click();
  await expect(app.heading('Today')).toBeFocused();
}

test('A newcomer chooses a password after a link, which a scanner of mail opened before them', async ({
  app,
  newDevice,
  mail,
}) => {
  const user = newUser();
  await register(app, user);
  await app.button('Send it again').click();
  await expect(app.page.getByText('Sent again.', { exact: true })).toBeVisible();
  const [{ url }, again] = [await mail.linkTo(user.email), await mail.linkTo(user.email, 2)];

  const scanner = await newDevice();
  await scanner.page.request.get(url);
  await scanner.page.goto(url);
  await expect(scanner.heading('Choose a password')).toBeVisible();
  // The token is visible nowhere.
  await expect(scanner.page).toHaveURL('/auth/link');

  await confirm(app, url, user);
  await app.page.reload();
  await expect(app.heading('Today')).toBeVisible();
  await app.openAccount();
  await expect(app.page.getByText(user.name, { exact: true })).toBeVisible();

  // The links are useless for anybody who finds the mails later.
  scanner.watch.expect(REJECTED);
  for (const link of [url, again.url]) {
    await scanner.page.goto('/auth/login');
    await scanner.page.goto(link);
    await scanner.page.getByLabel('Password', { exact: true }).fill('what the finder chose');
    await scanner.button('Confirm email').click();
    await expect(scanner.page.getByRole('alert')).toContainText('This link was used already');
  }
  await scanner.page.goto('/app/today');
  await expect(scanner.page).toHaveURL('/auth/login');

  // Only the mail tells a user who signs up again that they have an account, and signs them in.
  await register(scanner, user);
  await scanner.page.goto((await mail.linkTo(user.email, 3)).url);
  await scanner.button('Sign in to Sunglow').click();
  await expect(scanner.heading('Today')).toBeVisible();
});

test('A user who has gone on to sign up keeps the typed text when the link is on its way', async ({
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
  // By now any effect of the answer has happened.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page).toHaveURL('/auth/signup');
  await expect(name).toHaveValue(user.name);
});

test('A user signs in by a link, and chooses a new password by another', async ({ app, mail }) => {
  const { page } = app;
  const user = newUser();
  await register(app, user);
  await confirm(app, (await mail.linkTo(user.email)).url, user);
  await app.signOut();
  await expect(page).toHaveURL('/');

  await page.goto('/app/upcoming');
  await app.button('Email me a link').click();
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Please enter your Email');
  await email.fill(user.email);
  await app.button('Email me a link').click();
  await expect(app.heading('Check your email')).toBeVisible();
  // The mail opens the link in a tab of its own. Both tabs then show the page that the user wanted.
  const tab = await app.newTab((await mail.linkTo(user.email, 2)).url);
  await tab.button('Sign in to Sunglow').click();
  for (const each of [tab, app]) await expect(each.heading('Upcoming')).toBeVisible();
  await tab.page.goto('/auth/login');
  await expect(tab.page.getByText(`You are signed in as ${user.email}.`)).toBeVisible();
  await tab.page.getByRole('link', { name: 'Go to your tasks', exact: true }).click();
  await expect(tab.heading('Today')).toBeVisible();
  await tab.page.close();
  await app.signOut();
  await expect(page).toHaveURL('/');

  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot your password?', exact: true }).click();
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await app.button('Email me a link').click();
  await expect(app.heading('Check your email')).toBeVisible();
  await page.goto((await mail.linkTo(user.email, 3)).url);
  await page.getByLabel('New password', { exact: true }).fill('a brand new password');
  await app.button('Save password').click();
  await expect(app.heading('Password changed')).toBeFocused();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await app.submitSignIn({ ...user, password: 'a brand new password' });
  await expect(app.heading('Today')).toBeVisible();
});
