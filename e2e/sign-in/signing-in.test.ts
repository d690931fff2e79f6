import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';

/** Browsers write every rejected request to the console. */
const REJECTED = /Failed to load resource: the server responded with a status of 4\d\d/;

test('A newcomer signs up, signs out, and signs in again', async ({ app }) => {
  const { page } = app;
  const user = newUser('Grace Hopper');
  await page.goto('/auth/login');
  await expect(app.heading('Sign in')).toBeVisible();
  await page.getByRole('link', { name: 'Sign up', exact: true }).click();
  await expect(app.heading('Sign up')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();

  await app.signUp(user);
  await expect(page).toHaveURL('/app/today');
  await app.openAccount();
  await expect(page.getByText(user.name, { exact: true })).toBeVisible();
  await expect(page.getByText(user.email, { exact: true })).toBeVisible();

  await app.button('Sign out').click();
  await expect(page).toHaveURL('/');
  await page.goto('/app/today');
  await expect(page).toHaveURL('/auth/login');

  await app.submitSignIn(user);
  await expect(app.heading('Today')).toBeVisible();
  await expect(page).toHaveURL('/app/today');
});

test('A user presses Enter to sign in', async ({ app }) => {
  const user = await app.signUp();
  await app.signOut();
  await expect(app.page).toHaveURL('/');
  await app.page.goto('/auth/login');
  await app.fillCredentials(user);
  await app.page.keyboard.press('Enter');
  await expect(app.heading('Today')).toBeVisible();
});

test('A user whose password was wrong presses the same button again, without the mouse', async ({ app }) => {
  app.watch.expect(REJECTED);
  const user = await app.signUp();
  await app.signOut();
  await app.page.goto('/auth/login');
  await app.fillCredentials({ ...user, password: 'not the password' });
  await app.button('Sign in').focus();
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByRole('alert')).toHaveText('Wrong email or password.');

  await expect(app.button('Sign in')).toBeFocused();
});

test('A wrong password and an unknown email get the same answer', async ({ app, newDevice }) => {
  const user = await app.signUp();
  const answers: string[] = [];
  for (const attempt of [
    { ...user, password: 'not the password' },
    { ...newUser(), password: 'not the password' },
  ]) {
    const stranger = await newDevice();
    stranger.watch.expect(REJECTED);
    await stranger.page.goto('/auth/login');
    await stranger.submitSignIn(attempt);
    const alert = stranger.page.getByRole('alert');
    await expect(alert).toHaveText('Wrong email or password.');
    await expect(stranger.page).toHaveURL('/auth/login');
    answers.push(await stranger.page.getByRole('main').innerText());
  }
  expect(answers[0]).toBe(answers[1]);
});

test('A newcomer reads what each field of the sign-up needs, once they have left it', async ({ app }) => {
  const { page } = app;
  await page.goto('/auth/signup');
  const fields = [
    { label: 'Name', message: 'Please enter your Name' },
    { label: 'Email', message: 'Please enter your Email' },
    {
      label: 'Password',
      message: 'Please enter a Password of 8 to 128 characters',
      hint: '8 characters or more ',
    },
  ];
  for (const { label, message, hint = '' } of fields) {
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    await expect(field).toHaveAccessibleDescription(hint.trim());
    await field.blur();
    await expect(field).toHaveAccessibleDescription(`${hint}${message}`);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('ada@');
  await email.blur();
  await expect(email).toHaveAccessibleDescription('Please enter a valid Email');

  const password = page.getByLabel('Password', { exact: true });
  for (const [length, isRejected] of [
    [7, true],
    [8, false],
    [128, false],
    [129, true],
  ] as const) {
    await password.fill('north wind '.repeat(12).slice(0, length));
    await password.blur();
    if (isRejected) await expect(password).toHaveAccessibleDescription(/Please enter/);
    else await expect(password).toHaveAccessibleDescription('8 characters or more');
  }

  await app.button('Sign up').click();
  await expect(page).toHaveURL('/auth/signup');
});

test('An email with an account cannot sign up again', async ({ app, newDevice }) => {
  const user = await app.signUp();
  const other = await newDevice();
  other.watch.expect(REJECTED);
  await other.page.goto('/auth/signup');
  await other.page.getByLabel('Name', { exact: true }).fill('Somebody else');
  await other.fillCredentials({ email: user.email.toUpperCase(), password: 'another password' });
  await other.button('Sign up').click();
  await expect(other.page.getByRole('alert')).toHaveText(
    'There is an account with this email already. Sign in instead.',
  );
  await expect(other.page).toHaveURL('/auth/signup');
});

test('A client that guesses passwords is slowed down, even with the right one at last', async ({
  app,
  newDevice,
}) => {
  const user = await app.signUp();
  await app.addCollection('Home');
  const guesser = await newDevice();
  guesser.watch.expect(REJECTED);
  await guesser.page.goto('/auth/login');
  const guess = { email: user.email, password: 'a wrong guess' };
  const statuses = await guesser.page.evaluate(async (data) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(data);
    const request = { method: 'POST', headers, body };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fetch('/api/auth/sign-in/email', request)),
    );
    return answers.map(({ status }) => status);
  }, guess);
  expect(new Set(statuses)).toEqual(new Set([401]));
  await guesser.submitSignIn(user);
  await expect(guesser.page.getByRole('alert')).toHaveText(
    /^Too many attempts\. Try again in \d+ (seconds|minutes)\.$/,
  );
  // Signed-in users stay signed in.
  await app.addTask('Change my password', { collection: 'Home' });
  await expect(app.synced).toBeVisible();
});
