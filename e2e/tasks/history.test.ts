import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

/** A change in the history on screen, by its sentence. */
const change = (app: App, sentence: string) =>
  app.page.getByRole('listitem', { name: sentence, exact: true });

const press = (app: App, sentence: string, action: string) =>
  change(app, sentence).getByRole('button', { name: action, exact: true }).click();

test('[H1] [H2] A user takes a change back from the history of its task, and undoes that', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Sweep'] });
  const phone = await newDevice();
  await phone.join(user);
  await app.editTask('Sweep', { name: 'Dust' });
  await app.editTask('Dust', { description: 'With care' });
  await expect(phone.task('Dust')).toBeVisible();

  await app.fromMenu('Dust', 'History');
  await expect(change(app, 'You renamed it')).toContainText('Sweep to Dust');
  await expect(change(app, 'You changed its notes')).toContainText('With care');

  // The later edit of the notes stays.
  await press(app, 'You renamed it', 'Take back');
  await expect(phone.task('Sweep')).toContainText('With care');
  await expect(change(app, 'You renamed it').last()).toContainText('Taken back');
  await app.undo('Taken back', 'Change undone');
  await expect(phone.task('Dust')).toBeVisible();

  await press(app, 'You changed its notes', 'Take back');
  await expect(phone.task('Dust')).not.toContainText('With care');
  const added = change(app, 'You added it to Home');
  await added.getByRole('button', { name: 'Back to before this', exact: true }).click();
  await expect(phone.tasks).toHaveCount(0);
  await app.page.bringToFront();
  await app.page.keyboard.press('Control+z');
  await expect(phone.task('Dust')).toBeVisible();

  // Another device deletes it for good.
  await phone.deleteTask('Dust');
  await phone.open('Trash');
  await phone.button('Delete Dust for good').click();
  await phone.confirmDeletion();
  await expect(app.page.getByText('It was deleted for good.', { exact: true })).toBeVisible();
  await expect(change(app, 'You deleted it for good')).toBeVisible();
  await expect(app.page.getByText('With care')).toHaveCount(0);
});

test('[H1] [H2] [H4] A user filters the history of the account, takes back all of one device, and is told that it needs a connection', async ({
  app,
  newDevice,
}) => {
  app.watch.expect(/net::ERR_INTERNET_DISCONNECTED/);
  const user = await app.begin({ Home: ['Sweep'], Work: ['Call'] });
  const mac = await newDevice({
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  });
  await mac.join(user);
  await mac.completeTask('Sweep');
  await mac.editTask('Call', { name: 'Call Ada' });
  await expect(app.task('Call Ada')).toBeVisible();
  await app.completeTask('Call Ada');

  await app.openAccount('Your data');
  await app.page.getByRole('link', { name: 'Show history', exact: true }).click();
  await expect(app.heading('History')).toBeVisible();
  await expect(change(app, 'You completed Sweep')).toContainText('Chrome on macOS');
  await expect(change(app, 'You completed Call Ada')).toBeVisible();

  const choose = (label: string, option: string) =>
    app.page.getByLabel(label, { exact: true }).selectOption({ label: option });
  await choose('Collection', 'Home');
  await expect(change(app, 'You completed Call Ada')).toHaveCount(0);
  await expect(change(app, 'You completed Sweep')).toBeVisible();
  await choose('Collection', 'All collections');
  await choose('Changes', 'Task completed');
  await expect(change(app, 'You completed Call Ada')).toBeVisible();
  await expect(change(app, 'You renamed Call Ada')).toHaveCount(0);
  await choose('Changes', 'All changes');
  await choose('Who', 'Chrome on macOS');
  await expect(change(app, 'You completed Call Ada')).toHaveCount(0);

  await press(app, 'You completed Sweep', 'Take back all since');
  await expect(mac.task('Sweep')).toBeVisible();
  await expect(change(app, 'You renamed Call')).toContainText('Taken back');

  await app.context.setOffline(true);
  await expect(app.page.getByText('History needs a connection.', { exact: true })).toBeVisible();
  await app.context.setOffline(false);
  await expect(app.page.getByText('History needs a connection.', { exact: true })).toHaveCount(0);
  await expect(change(app, 'You renamed Call')).toBeVisible();
});

test('[H1] [H4] The history comes page by page, and fits and is accessible at every width, with long and right-to-left names', async ({
  app,
}) => {
  const names = Array.from({ length: 120 }, (_, n) => `Task ${n}`);
  await app.begin({ Home: names });
  await app.editTask('Task 0', { name: 'W'.repeat(400), description: 'ארוך '.repeat(100) });
  await app.editTask('Task 1', { name: 'לקנות חלב 5%' });
  await expect(app.synced).toBeVisible();

  await app.page.goto('/app/history');
  await expect(change(app, 'You added 98 tasks and more to Home')).toBeVisible();
  await app.button('Show older changes').click();
  await expect(change(app, 'You added 120 tasks to Home')).toBeVisible();
  await expect(app.button('Show older changes')).toHaveCount(0);
  await app.button('Show 120 changes').click();

  await app.page.getByLabel('Who', { exact: true }).selectOption('Unknown browser on Linux');
  await expect(change(app, 'You added 120 tasks to Home')).toHaveCount(0);
  await expectFitting(app, 'history of the account');
  const link = app.page.getByRole('main').getByRole('link').first();
  await app.page.goto(`${await link.getAttribute('href')}#history`);
  await expect(change(app, 'You added it to Home')).toBeVisible();
  await expectFitting(app, 'history of a task');

  // All that came together is taken back, also if it is not loaded.
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.page.goto('/app/history');
  await press(app, 'You added 98 tasks and more to Home', 'Take back all');
  await expect(app.success('Taken back')).toBeVisible();
  await app.open('Today');
  await expect(app.tasks).toHaveCount(0);
});

async function expectFitting(app: App, screen: string): Promise<void> {
  for (const width of [1280, 831, 375, 320]) {
    await app.page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(app);
    expect(await violationsOf(app, `${screen} at ${width} px`)).toEqual([]);
  }
}
