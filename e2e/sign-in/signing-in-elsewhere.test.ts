import { IdentityProvider } from '#src/server/testing/sign-in/identity-provider.ts';
import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';

/** A server with an OpenID Connect provider. */
const test = base.extend<{ identity: IdentityProvider }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
  identity: async ({}, provide) => {
    const identity = await IdentityProvider.create();
    await provide(identity);
    await identity.stop();
  },
  server: async ({ startServer, identity }, provide) => {
    const server = await startServer({ env: identity.settings });
    identity.register(server.url);
    await identity.start();
    await provide(server);
  },
});

/** Signs in at the provider. */
async function identify(app: App, login: string): Promise<void> {
  await expect(app.heading('Example ID')).toBeVisible();
  await app.page.getByLabel('Name').fill(login);
  await app.button('Continue').click();
}

/** Signs the browser out of the provider, by removing only the cookies of the provider. */
async function forget(app: App): Promise<void> {
  await app.context.clearCookies({ name: /^_session/ });
}

function method(app: App, name: string) {
  return app.page
    .getByRole('region', { name: 'Other sign-in methods' })
    .getByRole('listitem')
    .filter({ hasText: name });
}

test('A newcomer signs up at another site, gets to the page they wanted, and finds everything there again', async ({
  app,
  identity,
  newDevice,
}) => {
  identity.accounts.set('grace', { email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' });
  await app.page.goto('/app/upcoming?from=mail');
  await expect(app.heading('Sign in')).toBeVisible();
  expect(await violationsOf(app, 'sign in')).toEqual([]);

  await app.button('Continue with Example ID').click();
  await identify(app, 'grace');
  await expect(app.heading('Upcoming')).toBeVisible();
  await expect(app.page).toHaveURL('/app/upcoming?from=mail');
  await app.addCollection('Home');
  await app.page.goto('/app/today');
  await app.addTask('Water the plants', { collection: 'Home' });
  await expect(app.synced).toBeVisible();
  await app.openAccount();
  await expect(app.page.getByText('Grace Hopper', { exact: true })).toBeVisible();
  await app.openAccountPart('Sign-in and security');
  await expect(method(app, 'Example ID')).toContainText('Linked');
  await app.signOut();

  const other = await newDevice();
  await other.page.goto('/auth/login');
  await other.button('Continue with Example ID').click();
  await other.button('Cancel').click();
  await expect(other.page.getByRole('alert').filter({ hasText: 'You canceled.' })).toBeVisible();
  await expect(other.page).toHaveURL('/auth/login');
  await other.button('Continue with Example ID').click();
  await identify(other, 'grace');
  await expect(other.task('Water the plants')).toBeVisible();
});

test('A user links another site in the account page, signs in with it, and unlinks it', async ({
  app,
  identity,
}) => {
  const user = await app.signUp(newUser('Ada Lovelace'));
  identity.accounts.set('ada', { email: user.email, email_verified: true });
  identity.accounts.set('other', { email: 'other@example.com', email_verified: true });
  await app.openAccount('Sign-in and security');
  await expect(method(app, 'Example ID')).toContainText('Not linked');
  expect(await violationsOf(app, 'account')).toEqual([]);

  await app.button('Link Example ID').click();
  await identify(app, 'other');
  await expect(app.heading('Account')).toBeVisible();
  await expect(app.error('That account has a different email. The two must be the same.')).toBeInViewport();
  await forget(app);
  await app.button('Link Example ID').click();
  await identify(app, 'ada');
  await expect(method(app, 'Example ID')).toHaveText(/Example IDLinked/);

  await app.signOut();
  await app.page.goto('/auth/login');
  await app.button('Continue with Example ID').click();
  await expect(app.heading('Today')).toBeVisible();
  await app.openAccount('Sign-in and security');
  await app.button('Unlink Example ID').click();
  await app.dialog('Unlink Example ID?').getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(app.button('Link Example ID')).toBeVisible();
  await expect(method(app, 'Example ID')).toContainText('Not linked');
});
