import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';

const PAGES = [
  { path: '/app/today', title: 'Today' },
  { path: '/app/upcoming', title: 'Upcoming' },
  { path: '/app/overdue', title: 'Overdue' },
  { path: '/app/completed', title: 'Completed' },
  { path: '/app/account', title: 'Account' },
];

test('A visitor who opens a page of the app signs in first, and then gets that page', async ({
  app,
  newDevice,
}) => {
  const user = await app.signUp();
  const { context } = app;
  for (const { path, title } of PAGES) {
    await context.clearCookies();
    await app.page.evaluate(() => localStorage.clear());
    await app.page.goto(path);
    await expect(app.page).toHaveURL('/auth/login');
    await app.submitSignIn(user);
    await expect(app.heading(title)).toBeVisible();
    await expect(app.page).toHaveURL(path);
  }

  const visitor = await newDevice();
  await visitor.page.goto('/app');
  await expect(visitor.page).toHaveURL('/auth/login');
  await visitor.submitSignIn(user);
  await expect(visitor.page).toHaveURL('/app/today');
});

test('The page a visitor wanted survives reloading the sign-in page', async ({ app, newDevice }) => {
  const user = await app.signUp();
  const visitor = await newDevice();
  await visitor.page.goto('/app/upcoming');
  await expect(visitor.page).toHaveURL('/auth/login');
  await visitor.page.reload();
  await visitor.submitSignIn(user);
  await expect(visitor.page).toHaveURL('/app/upcoming');
});

test('The page a visitor wanted survives a sign-up', async ({ app }) => {
  const user = newUser();
  await app.page.goto('/app/completed');
  await app.page.getByRole('link', { name: 'Sign up', exact: true }).click();
  await app.page.getByLabel('Name', { exact: true }).fill(user.name);
  await app.fillCredentials(user);
  await app.button('Sign up').click();
  await expect(app.page).toHaveURL('/app/completed');
  await expect(app.heading('Completed')).toBeVisible();
});

test('A collection with special characters in its name survives the sign-in', async ({ app, newDevice }) => {
  const name = '50% / #1? ü 🎉 %2F';
  const user = await app.signUp();
  await app.addCollection(name);
  await app.openCollection(name);
  await expect(app.synced).toBeVisible();

  const visitor = await newDevice();
  await visitor.page.goto(app.page.url());
  await expect(visitor.page).toHaveURL('/auth/login');
  await visitor.page.reload();
  await visitor.submitSignIn(user);
  await expect(visitor.heading(name)).toBeVisible();
  expect(visitor.page.url()).toBe(app.page.url());
});

test('A user who has signed out does not come back to the page they left', async ({ app }) => {
  const user = await app.signUp();
  await app.open('Upcoming');
  await app.signOut();
  await expect(app.page).toHaveURL('/');
  await app.signIn(user);
  await expect(app.page).toHaveURL('/app/today');
});

test('The app asks the server for the user if the browser lost all but the flag', async ({
  app,
  newDevice,
}) => {
  await app.signUp();
  await app.page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem('isLoggedIn', 'true');
  });
  await app.page.reload();
  await expect(app.heading('Today')).toBeVisible();

  const stranger = await newDevice();
  await stranger.page.goto('/');
  await stranger.page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'));
  await stranger.page.goto('/app/today');
  await expect(stranger.heading('Today')).toBeHidden();
  await expect(stranger.heading('Sign in')).toBeVisible();
});
