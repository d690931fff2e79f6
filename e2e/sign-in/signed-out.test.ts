import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { fillDisk } from '#e2e/support/full-disk.ts';
import { identityOf } from '#e2e/support/raw-device.ts';
import { newUser } from '#e2e/support/users.ts';

const BANNER = 'Sign in again to sync';

/** Ends the session on the server, as an administrator or another device could, without telling the app. */
async function endSession(app: App): Promise<void> {
  const answer = await app.page.request.post('/api/auth/sign-out', {
    data: {},
    headers: { origin: new URL(app.page.url()).origin },
  });
  expect(answer.ok()).toBe(true);
}

/** The names of all rows on the device, of any user. */
function storedNames(app: App): Promise<string[]> {
  return app.page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error as DOMException));
      });
    const names: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await result<IDBDatabase>(indexedDB.open(name));
      // The rows of each table, as they arrived (ADR 045).
      const segments = await result(db.transaction('segment').objectStore('segment').getAll());
      for (const segment of segments as Record<string, { name: string }[]>[])
        for (const rows of Object.values(segment)) names.push(...rows.map((row) => row.name));
      db.close();
    }
    return names.toSorted();
  });
}

function databases(app: App): Promise<string[]> {
  return app.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
}

test('A user whose session has ended continues to work, signs in again, and everything arrives', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(['Home']);
  const desk = await newDevice();
  await desk.join(user);
  await app.open('Upcoming');
  await expect(app.synced).toBeVisible();

  await endSession(app);
  const banner = app.page.getByRole('main').getByText(BANNER, { exact: true });
  await expect(banner).toBeVisible();
  await app.open('Today');
  await app.addTask('Written meanwhile', { collection: 'Home' });
  await expect(app.header.getByText('Sign in again · 1 change waiting', { exact: true })).toBeVisible();
  await app.page.reload();
  await expect(app.task('Written meanwhile')).toBeVisible();
  await expect(banner).toBeVisible();
  await app.editTask('Written meanwhile', { name: 'Written and edited' });
  await expect(desk.tasks).toHaveCount(0);

  await app.openCollection('Home');
  await app.page.getByRole('link', { name: 'Sign in again', exact: true }).click();
  await expect(app.heading('Sign in')).toBeVisible();
  await expect(app.page.getByLabel('Email', { exact: true })).toHaveValue(user.email);
  await app.submitSignIn(user);
  await expect(app.heading('Home')).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(app.synced).toBeVisible();
  await expect(desk.task('Written and edited')).toBeVisible();
});

test('Signing in again in one tab brings the other tab back too', async ({ app }) => {
  const user = await app.begin(['Home']);
  const second = await app.newTab();
  await expect(second.link('Home')).toBeVisible();
  await endSession(app);
  for (const tab of [app, second]) {
    await expect(tab.page.getByRole('main').getByText(BANNER, { exact: true })).toBeVisible();
  }
  await second.addTask('In between', { collection: 'Home' });
  await second.page.getByRole('link', { name: 'Sign in again', exact: true }).click();
  await second.submitSignIn(user);
  for (const tab of [app, second]) {
    await expect(tab.page.getByText(BANNER, { exact: true })).toBeHidden();
    await expect(tab.task('In between')).toBeVisible();
    await expect(tab.synced).toBeVisible();
  }
});

test('Signing out removes the data from the device, in every tab', async ({ app }) => {
  const user = await app.begin({ Home: ['On the server'] });
  const second = await app.newTab();
  await expect(second.task('On the server')).toBeVisible();
  await expect(app.synced).toBeVisible();
  expect(await databases(app)).toHaveLength(1);

  await app.signOut();
  for (const tab of [app, second]) {
    await expect(tab.heading('Organize, Prioritize, Achieve')).toBeVisible();
    await expect.poll(() => databases(tab)).toEqual([]);
    expect(await tab.page.evaluate(() => JSON.stringify(localStorage))).not.toContain(user.email);
  }
  await second.page.goBack();
  await expect(second.task('On the server')).toBeHidden();

  await app.signIn(user);
  await expect(app.task('On the server')).toBeVisible();
});

test('Signing out with unsent changes asks first', async ({ app, newDevice }) => {
  const wire = await app.wire();
  const user = await app.begin(['Home']);
  await wire.cut();
  await app.addTask('Not on the server', { collection: 'Home' });

  await app.signOut();
  const question = app.dialog('Sign out and lose changes?');
  await expect(question).toContainText('1 change');
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(question).toBeHidden();
  await app.open('Today');
  await expect(app.task('Not on the server')).toBeVisible();
  expect(await databases(app)).toHaveLength(1);

  await app.signOut();
  await question.getByRole('button', { name: 'Sign out anyway', exact: true }).click();
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
  await expect.poll(() => databases(app)).toEqual([]);

  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.link('Home')).toBeVisible();
  await expect(desk.tasks).toHaveCount(0);
});

test('Signing out with rejected changes asks first, since no other device has them', async ({
  app,
  newDevice,
}) => {
  const wire = await app.wire();
  const user = await app.begin(['Home']);
  const desk = await newDevice();
  await desk.join(user);
  await wire.cut();
  await app.addTask('Planned on the train', { collection: 'Home' });
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await expect(app.page.getByText('1 change needs your attention', { exact: true })).toBeVisible();

  await app.signOut();
  const question = app.dialog('Sign out and lose changes?');
  await expect(question).toContainText('1 change that is not on the server');
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(question).toBeHidden();

  await expect(app.page.getByText('1 change needs your attention', { exact: true })).toBeVisible();
});

test('After signing out, a late answer neither signs the user in again nor disturbs the next user', async ({
  app,
}) => {
  await app.begin();
  await app.openAccount();
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
  await app.page.route('**/api/auth/update-user', async (route) => {
    const answer = await route.fetch();
    await isHeld;
    await route.fulfill({ response: answer });
  });
  await app.button('Change Name').click();
  await app.page.getByLabel('Name', { exact: true }).fill('Ada King');
  await app.button('Save').click();
  await app.button('Sign out').click();
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
  const tab = await app.newTab('/auth/signup');
  await tab.signUp(newUser('Bob'));
  await tab.addCollection('Of Bob');
  const dialog = await tab.openTaskDialog();
  await tab.fillTask(dialog, { name: 'Half written by Bob' });
  const storedUser = () => tab.page.evaluate(() => localStorage.getItem('sunglow.user'));
  const before = await storedUser();

  const answered = app.page.waitForResponse('**/api/auth/update-user');
  letGo();
  await (await answered).finished();
  await app.page.evaluate(() => new Promise(requestAnimationFrame));

  expect(await storedUser()).toBe(before);
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Half written by Bob');
});

test('Another user who signs in on the device never sees nor sends what the first one left there', async ({
  app,
  newDevice,
}) => {
  const ada = await app.begin(['Of Ada']);
  const adasDesk = await newDevice();
  await adasDesk.join(ada);
  const evesDesk = await newDevice();
  const eve = await evesDesk.begin(['Of Eve'], newUser('Eve'));

  await expect(app.synced).toBeVisible();
  await endSession(app);
  await expect(app.page.getByText(BANNER, { exact: true })).toBeVisible();
  await app.addTask('Unsent by Ada', { collection: 'Of Ada' });

  await app.page.goto('/auth/login');
  await app.submitSignIn(eve);
  // The signed-in user cannot read the waiting changes, and need not lose them.
  const question = app.dialog('Keep the changes of another account?');
  await expect(question).toContainText('1 change, made here with another account');
  await expect(question).not.toContainText('Ada');
  await question.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(app.link('Of Eve')).toBeVisible();
  await expect(app.link('Of Ada')).toBeHidden();
  expect(await storedNames(app)).toEqual(['Of Eve']);
  await expect(app.tasks).toHaveCount(0);
  await app.addTask('By Eve', { collection: 'Of Eve' });
  await expect(app.synced).toBeVisible();
  await expect(evesDesk.task('By Eve')).toBeVisible();
  await expect(evesDesk.tasks).toHaveCount(1);
  await app.openAccount();
  await expect(app.page.getByText('Changes of another account', { exact: true })).toBeVisible();

  await app.signIn(ada);
  await expect(app.task('Unsent by Ada')).toBeVisible();
  await expect(adasDesk.task('Unsent by Ada')).toBeVisible();
  for (const device of [app, adasDesk]) await expect(device.tasks).toHaveCount(1);
  // All changes that Eve made here are on the server.
  await expect.poll(() => databases(app)).toHaveLength(1);
  await expect.poll(() => storedNames(app)).toEqual(['Of Ada', 'Unsent by Ada']);
});

test('A tab whose browser signed in as another user says so, and sends nothing', async ({
  app,
  newDevice,
  server,
}) => {
  await app.begin(['Of Ada']);
  const evesDesk = await newDevice();
  await evesDesk.begin([], newUser('Eve'));
  const { cookie } = await identityOf(evesDesk);
  for (const pair of cookie.split('; ')) {
    const [name = '', value = ''] = pair.split('=', 2);
    await app.context.addCookies([{ name, value, url: server.url }]);
  }

  await app.page.reload();
  await expect(
    app.page.getByText('This browser is signed in as someone else', { exact: true }),
  ).toBeVisible();
  await app.addTask('By Ada', { collection: 'Of Ada' });
  await expect(app.header.getByText('Sign in again · 1 change waiting', { exact: true })).toBeVisible();
  await evesDesk.page.reload();
  await evesDesk.addCollection('Of Eve');
  await expect(evesDesk.synced).toBeVisible();
  await expect(evesDesk.tasks).toHaveCount(0);
  await expect(evesDesk.link('Of Ada')).toBeHidden();
});

test('A tab that stores nothing takes no changes while its user is signed out, and continues where they were', async ({
  app,
}) => {
  const user = await app.begin(['Home']);
  await fillDisk(app);
  await app.addTask('On the server', { collection: 'Home' });
  await expect(app.page.getByText('This browser is not keeping your data', { exact: true })).toBeVisible();
  await expect(app.header.locator('[data-unsent="0"]')).toBeVisible();
  await endSession(app);
  await app.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(app.page.getByText(BANNER, { exact: true })).toBeVisible();

  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Typed before signing in', date: day(), collection: 'Home' });
  const add = dialog.getByRole('button', { name: 'Add Task', exact: true });
  await add.click();
  await expect(app.error('Error adding task to the database!')).toBeVisible();
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Typed before signing in');

  const tab = await app.newTab('/auth/login');
  await tab.submitSignIn(user);
  await expect(tab.task('On the server')).toBeVisible();
  await expect(tab.tasks).toHaveCount(1);
  await expect(app.page.getByText(BANNER, { exact: true })).toBeHidden();
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(tab.task('Typed before signing in')).toBeVisible();
  await expect(app.header.locator('[data-unsent="0"]')).toBeVisible();
});
