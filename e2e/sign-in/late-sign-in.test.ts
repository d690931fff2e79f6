import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';

/**
 * Delays the answer to a sign-in until the returned function is called, which resolves when the page has
 * handled it.
 */
async function holdSignIn({ page }: App): Promise<() => Promise<void>> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/auth/sign-in/email', async (route) => {
    await patience;
    await route.continue();
  });
  return async () => {
    const answered = page.waitForResponse('**/api/auth/sign-in/email');
    resolve();
    await (await answered).finished();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
}

test('A user who has gone on to sign up keeps the typed text when their sign-in is answered', async ({
  app,
  newDevice,
}) => {
  const user = await (await newDevice()).signUp();
  const answer = await holdSignIn(app);
  await app.page.goto('/auth/login');
  await app.submitSignIn(user);
  await app.page.getByRole('link', { name: 'Sign up', exact: true }).click();
  const name = app.page.getByLabel('Name', { exact: true });
  await name.fill(user.name);

  await answer();

  await expect(app.page).toHaveURL('/auth/signup');
  await expect(name).toHaveValue(user.name);
  // Still, they are signed in, as on the server.
  await app.page.goto('/');
  await expect(app.heading('Today')).toBeVisible();
  await expect(app.synced).toBeVisible();
});

test('A user who has gone on without signing in keeps their tasks on the screen when the sign-in of another is answered', async ({
  app,
  newDevice,
}) => {
  const eve = await (await newDevice()).signUp(newUser('Eve'));
  await app.signUp();
  await app.addCollection('Of Ada');
  await app.addTask('By Ada', { collection: 'Of Ada' });
  await expect(app.synced).toBeVisible();
  const answer = await holdSignIn(app);
  await app.page.goto('/auth/login');
  await app.submitSignIn(eve);
  await app.page.getByRole('link', { name: 'Go to your tasks', exact: true }).click();
  const dialog = await app.openTask('By Ada');
  await app.fillTask(dialog, { name: 'Half changed by Ada' });

  await answer();

  await expect(
    app.page.getByText('This browser is signed in as someone else', { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Half changed by Ada');
});
