import type { Page } from '@playwright/test';
import { newId } from '#src/domain/id.ts';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { ROWS_PER_BLOCK } from '#src/web/tasks/list/list-plan.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { mutateInPage } from '#e2e/support/page-replica.ts';
import { seedCollections } from '#e2e/support/raw-device.ts';
import { leave } from '#e2e/support/train-trip.ts';

test.use({ motion: true });

/** A picture of one pixel. */
const PHOTO = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/**
 * Delays the server's answer with the sign-in methods until the returned function is called, and adds
 * `methods` to it.
 */
async function holdMethods(page: Page, methods: Partial<SignInMethods>): Promise<() => void> {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/ways', async (route) => {
    await asked;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...methods } });
  });
  return answer;
}

test('A row removed by another device passes the focus on like one that the user completes', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Sweep', 'Dust', 'Mop', 'Iron', 'Cook'] });
  const desk = await newDevice();
  await desk.join(user);

  await app.button('Complete Dust').focus();
  await desk.completeTask('Dust');
  await expect(app.task('Dust')).toBeHidden();
  await expect(app.button('Complete Mop')).toBeFocused();
  await app.button('More for Cook').focus();
  await desk.deleteTask('Cook');
  await expect(app.task('Cook')).toBeHidden();
  await expect(app.button('More for Iron')).toBeFocused();
  await app.page.keyboard.press('k');
  await expect(app.task('Mop')).toBeFocused();
  await desk.completeTask('Mop');
  await expect(app.task('Iron')).toBeFocused();

  await desk.deleteCollection('Home');
  await expect(app.page.getByText('A fresh start', { exact: true })).toBeVisible();
  await expect(app.heading('Today')).toBeFocused();
});

test('A page whose collection another device deletes takes over the focus of its row', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Sweep'] });
  await app.openCollection('Home');
  const desk = await newDevice();
  await desk.join(user);

  await app.button('Complete Sweep').focus();
  await desk.deleteCollection('Home');
  await expect(app.heading('Collection deleted')).toBeFocused();
});

test('A row that is scrolled out of sight does not hand its focus to another one, unseen by the user', async ({
  app,
  server,
}) => {
  await app.begin();
  const [collectionId = ''] = await seedCollections(app, server, ['Home']);
  const tasks = Array.from({ length: 300 }, (_, at) => ({
    name: 'task.add' as const,
    args: { id: newId(), name: `Task ${at + 1}`, description: '', date: day(), collectionId, at },
  }));
  await expect(app.link('Home')).toBeVisible();
  await mutateInPage(app.page, tasks);
  const last = `Task ${ROWS_PER_BLOCK}`;
  await app.button(`Complete ${last}`).focus();
  await app.task(last).hover();
  // In small steps, so that the row after it, in the next block, is still in the document when it leaves.
  const scrollOn = async () => {
    await app.page.mouse.wheel(0, 100);
    return app.task(last).count();
  };
  await expect.poll(scrollOn, { intervals: [20] }).toBe(0);
  await expect(app.tasks.locator(':focus')).toHaveCount(0);
});

test('A user who removes their photo gets the focus on the button for a new one', async ({ app }) => {
  await app.begin();
  await app.openAccount();
  await app.page.getByLabel('Picture', { exact: true }).setInputFiles(PHOTO);
  await app.button('Save photo').click();
  await expect(app.button('Change Photo')).toBeFocused();
  await app.button('Remove Photo').press('Enter');
  await expect(app.success('Photo removed')).toBeVisible();
  await expect(app.button('Choose Photo')).toBeFocused();
});

test('A user who has forgotten their password hears that the server sends no mail, and goes on from there', async ({
  app,
}) => {
  const { page } = app;
  const answer = await holdMethods(page, { email: false });
  await page.goto('/auth/forgot-password');
  const told = await page.locator('[aria-live="polite"]', { hasText: 'Get a link by email' }).elementHandle();
  await page.getByLabel('Email', { exact: true }).focus();

  answer();

  await expect(page.getByLabel('Email', { exact: true })).toBeHidden();
  // Screen readers announce changes of an existing element.
  expect(await told?.textContent()).toContain('This server sends no email.');
  await expect(app.heading('Forgot your password?')).toBeFocused();
});

for (const signUps of ['closed', 'invite'] as const) {
  test(`A user who types on the sign-up page hears late that it is “${signUps}”, and goes on from there`, async ({
    app,
  }) => {
    const { page } = app;
    const answer = await holdMethods(page, { signUps });
    // Without an invitation.
    await page.route('**/api/auth/invitation', (route) => route.fulfill({ json: null }));
    await page.goto('/auth/signup');
    await page.getByLabel('Name', { exact: true }).pressSequentially('Ada');

    answer();

    await expect(page.getByText(/^This server accepts (no )?new accounts/)).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeHidden();
    await expect(app.heading('Sign up')).toBeFocused();
  });
}

test('A user who signs out all other devices continues from the page, since the button is gone', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin();
  const desk = await newDevice();
  await desk.join(user);
  await app.openAccount('Sign-in and security');

  await app.button('Sign out all others').press('Enter');
  await app.dialog('Sign out all other devices?').getByRole('button', { name: 'Sign out' }).press('Enter');

  await expect(app.success('Other devices signed out')).toBeVisible();
  await expect(app.button('Sign out all others')).toBeHidden();
  await expect(app.heading('Account')).toBeFocused();
});

for (const width of [1280, 375]) {
  test(`At ${width} px a collection in the sidebar hands its focus on as another device deletes it`, async ({
    app,
    newDevice,
  }) => {
    await app.page.setViewportSize({ width, height: 700 });
    const user = await app.begin(['Home', 'Garden', 'Work']);
    const desk = await newDevice();
    await desk.join(user);
    await app.showSidebar();

    await app.link('Garden').focus();
    await desk.deleteCollection('Garden');
    await expect(app.link('Garden')).toBeHidden();
    await expect(app.link('Work')).toBeFocused();
    await app.button('Delete collection Work').focus();
    await desk.deleteCollection('Work');
    await expect(app.link('Work')).toBeHidden();
    await expect(app.button('Delete collection Home')).toBeFocused();
    await desk.deleteCollection('Home');
    await expect(app.link('Home')).toBeHidden();
    await expect(width < 832 ? app.dialog('Menu') : app.heading('Today')).toBeFocused();
  });
}

test('A user on the link to sign up hears late that nobody may, and goes on from the sign-in page', async ({
  app,
}) => {
  const { page } = app;
  const answer = await holdMethods(page, { signUps: 'closed' });
  await page.goto('/auth/login');
  const signUp = page.getByRole('link', { name: 'Sign up', exact: true });
  await signUp.focus();

  answer();

  await expect(signUp).toBeHidden();
  await expect(app.heading('Sign in')).toBeFocused();
});

test('A user who reloads a part of the account page continues from the page', async ({ app }) => {
  app.watch.expect(/500/);
  await app.begin();
  await app.page.route('**/api/auth/sessions', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await app.openAccount('Sign-in and security');
  const devices = app.page.getByRole('region', { name: 'Devices' });
  await devices.getByRole('button', { name: 'Try again', exact: true }).press('Enter');
  await expect(devices.getByRole('listitem')).toContainText('This device');
  await expect(app.heading('Account')).toBeFocused();
});

test('An entry of Needs attention passes its focus on when another tab settles it', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.editTask('Buy milk', { name: 'Buy oat milk' });
  await desk.deleteTask('Buy milk');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await train.link('Needs attention 1').click();
  const [banner, sidebar, page] = [
    await train.newTab(),
    await train.newTab(),
    await train.newTab('/app/needs-attention'),
  ];
  await banner.page.getByRole('link', { name: 'Review', exact: true }).focus();
  await sidebar.link('Needs attention 1').focus();
  await page.button('Restore task').focus();

  await train.button('Restore task').click();

  await expect(page.heading('Needs attention')).toBeFocused();
  for (const tab of [banner, sidebar]) await expect(tab.heading('Today')).toBeFocused();
});
