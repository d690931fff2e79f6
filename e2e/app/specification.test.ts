import type { Locator } from '@playwright/test';

import { COLORS } from '#src/domain/colors.ts';

import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { fillDisk } from '#e2e/support/full-disk.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

test.use({ motion: true, serviceWorkers: 'allow' });

// Every row of the specification's sections 2, 4, 5 and 8, on both sides of its breakpoint, on a desktop and
// on a phone.

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

for (const width of [1280, 832, 831, 375]) {
  const narrow = width < 832;

  test.describe(`At ${width} px`, () => {
    test.use({ contextOptions: { viewport: { width, height: 720 } } });

    test('section 2: the landing page, and the guard', async ({ app }) => {
      const { page } = app;
      await page.goto('/');
      await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
      await expect(page.getByText(/^Effortlessly manage your tasks\. Set priorities, track/)).toBeVisible();
      for (const [name, path] of [
        ['Login', '/auth/login'],
        ['Signup', '/auth/signup'],
      ] as const) {
        await expect(app.header.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
      }
      const shown = page.getByRole('main').getByRole('img').filter({ visible: true });
      await expect(shown).toHaveJSProperty('complete', true);
      const source = await shown.evaluate((image: HTMLImageElement) => image.currentSrc);
      expect(source).toContain(width < 632 ? 'phone' : 'desktop');
      await expectNoOverflow(app);

      await page.goto('/app/upcoming');
      await expect(page).toHaveURL('/auth/login');
      await page.getByRole('link', { name: 'Sign up', exact: true }).click();
      await expect(page).toHaveURL('/auth/signup');
      await page.goto('/');
      await page.getByRole('link', { name: 'Get Started', exact: true }).click();
      await expect(page).toHaveURL('/auth/signup');
      await app.signUp();
      expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBe('true');
      await page.goto('/');
      await expect(page).toHaveURL('/app/today');
    });

    test('section 2: every route, and the frame around it', async ({ app }) => {
      const { page } = app;
      app.watch.expect(/the server responded with a status of 404/);
      await app.signUp();
      await app.addCollection('Home', 'Fern');
      const routes = [
        { path: '/app', ends: '/app/today', heading: 'Today' },
        { path: '/app/today', heading: 'Today' },
        { path: '/app/upcoming', heading: 'Upcoming' },
        { path: '/app/overdue', heading: 'Overdue' },
        { path: '/app/completed', heading: 'Completed' },
        { path: '/app/account', heading: 'Account' },
        { path: '/app/project/Home', heading: 'Home' },
        { path: '/app/nowhere', heading: 'Page Not Found!' },
      ];
      for (const { path, ends = path, heading } of routes) {
        await page.goto(path);
        await expect(app.heading(heading)).toBeVisible();
        await expect(page).toHaveURL(ends);
        await expectNoOverflow(app);
      }
      await page.getByRole('link', { name: 'Click Here', exact: true }).click();
      await expect(page).toHaveURL('/app/today');

      await app.header.getByRole('link', { name: 'Account', exact: true }).click();
      await expect(page).toHaveURL('/app/account');
      await app.header.getByRole('link', { name: 'Sunglow', exact: true }).click();
      await expect(page).toHaveURL('/app/today');
      await expect(app.button('Menu')).toBeVisible({ visible: narrow });
      await expect(app.header.getByRole('link', { name: 'Home', exact: true })).toBeVisible({
        visible: narrow,
      });
      await expect(app.navigation).toBeVisible({ visible: !narrow });

      await app.inNavigation(async () => {
        for (const view of ['Overdue', 'Today', 'Upcoming', 'Completed']) {
          await expect(app.link(view)).toBeVisible();
        }
        await expect(app.navigation.getByRole('heading', { name: 'Collections' })).toBeVisible();
        await expect(app.link('Home')).toHaveAttribute('href', '/app/project/Home');
        await expect(app.link('Home').locator('> :first-child')).toHaveCSS(
          'background-color',
          'rgb(99, 183, 108)',
        );
      });
    });

    test('sections 2, 4 and 5: the task dialog', async ({ app }) => {
      await app.signUp();
      for (const name of ['Home', 'Work']) await app.addCollection(name);
      const dialog = await app.openTaskDialog();
      await expect(field(dialog, 'Task name')).toHaveAttribute('placeholder', 'Task name');
      await expect(field(dialog, 'Description')).toHaveAttribute('placeholder', 'Description (optional)');
      const options = field(dialog, 'Collection').getByRole('option');
      await expect(options).toHaveText(['Select Collection', 'Home', 'Work']);
      await expect(options.first()).toBeDisabled();
      await expect(button(dialog, 'Add Task')).toBeDisabled();

      const rules = [
        { label: 'Task name', message: 'Please enter a Task Name', blank: '  ', good: 'Sweep' },
        { label: 'Date', message: 'Please enter a Date', blank: '  ', good: day() },
      ];
      for (const { label, message, blank, good } of rules) {
        const error = dialog.getByText(message, { exact: true });
        await field(dialog, label).fill(blank);
        await expect(error).toBeHidden();
        await field(dialog, label).blur();
        await expect(error).toBeVisible();
        await field(dialog, label).fill(good);
        await expect(error).toBeHidden();
      }
      await expect(button(dialog, 'Add Task')).toBeDisabled();
      await field(dialog, 'Collection').focus();
      await field(dialog, 'Collection').blur();
      await expect(dialog.getByText('Please select a Collection', { exact: true })).toBeVisible();
      await field(dialog, 'Collection').selectOption('Home');
      await expectNoOverflow(app);
      await button(dialog, 'Add Task').click();
      await expect(dialog).toBeHidden();
      await expect(app.success('Task added')).toBeVisible();

      await app.openTaskDialog();
      await expect(field(dialog, 'Task name')).toHaveValue('');
      await app.clickBackdrop();
      await expect(dialog).toBeHidden();

      const edit = await app.openTask('Sweep');
      await app.fillTask(edit, { name: 'Sweep well', description: 'Under the bed', date: day(1) });
      await button(edit, 'Save').click();
      await expect(edit).toBeHidden();
      await app.open('Upcoming');
      await expect(app.task('Sweep well')).toContainText('Under the bed');
      await app.deleteTask('Sweep well');
      await expect(app.tasks).toHaveCount(0);
    });

    test('sections 2, 4 and 5: collections, from the form to the question before their deletion', async ({
      app,
    }) => {
      await app.signUp();
      await app.inNavigation(async () => {
        await app.button('Add collection').click();
        const dialog = app.dialog('Add collection');
        await expect(dialog.getByRole('radio')).toHaveCount(COLORS.length);
        await expect(button(dialog, 'Add Collection')).toBeDisabled();
        await field(dialog, 'Collection name').fill(' ');
        await dialog.getByRole('radio').first().focus();
        await expect(dialog.getByText('Please enter a Collection Name', { exact: true })).toBeVisible();
        await field(dialog, 'Collection name').fill('Home');
        await expect(dialog.getByText('Please select a Color', { exact: true })).toBeVisible();
        await expect(button(dialog, 'Add Collection')).toBeDisabled();
        await dialog.getByRole('radio', { name: 'Lavender', exact: true }).check();
        await expectNoOverflow(app);
        await button(dialog, 'Add Collection').click();
        await expect(dialog).toBeHidden();
        await app.button('Add collection').click();
        await expect(field(dialog, 'Collection name')).toHaveValue('');
        await app.clickBackdrop();
        await expect(dialog).toBeHidden();
      });
      await app.addTask('Sweep', { collection: 'Home' });
      await app.addTask('Dust', { collection: 'Home' });
      await app.completeTask('Dust');

      await app.inNavigation(async () => {
        await app.link('Home').hover();
        await app.button('Delete collection Home').click();
        const question = app.dialog('Are you sure you want to delete?');
        await expect(button(question, 'Confirm')).toBeVisible();
        await button(question, 'Cancel').click();
        await expect(question).toBeHidden();
        await app.button('Delete collection Home').click();
        await app.clickBackdrop();
        await expect(question).toBeHidden();
      });
      await expect(app.task('Sweep')).toBeVisible();
      await app.deleteCollection('Home');
      await expect(app.task('Sweep')).toBeHidden();
      await app.open('Completed');
      await expect(app.task('Dust')).toContainText('Home');
    });

    test('section 8: every error named in the specification', async ({ app }) => {
      const wire = await app.wire();
      await app.signUp();
      await app.addCollection('Home');
      await app.addTask('Sweep', { collection: 'Home' });
      const addCollection = async (name: string, message: string) => {
        await app.button('Add collection').click();
        const dialog = app.dialog('Add collection');
        await field(dialog, 'Collection name').fill(name);
        await dialog.getByRole('radio', { name: 'Fern', exact: true }).check();
        await button(dialog, 'Add Collection').click();
        await expectError(app, message);
        await app.cancel(dialog);
      };
      await app.inNavigation(() => addCollection('Home', 'Collection with the same name already exists!'));
      await expect(app.synced).toBeVisible();
      // While the server can be reached, it takes the changes that a full disk cannot store.
      await wire.cut();
      await expect(app.header.getByText('Offline', { exact: true })).toBeVisible();
      await fillDisk(app);
      await app.inNavigation(() => addCollection('Work', 'Error adding collection to the database!'));
      await app.deleteCollection('Home');
      await expectError(app, 'Error deleting collection from the database!');
      await app.deleteTask('Sweep');
      await expectError(app, 'Error deleting task from the database!');
      await app.completeTask('Sweep');
      await expectError(app, 'Error completing task in the database!');

      const add = await app.openTaskDialog();
      await app.fillTask(add, { name: 'Dust', date: day(), collection: 'Home' });
      await button(add, 'Add Task').click();
      await expectError(app, 'Error adding task to the database!');
      await app.cancel(add);
      const edit = await app.openTask('Sweep');
      await app.fillTask(edit, { name: 'Sweep well' });
      await button(edit, 'Save').click();
      await expectError(app, 'Error editing task in the database!');
      await app.cancel(edit);
      await expect(app.task('Sweep')).toBeVisible();
      await expect(app.tasks).toHaveCount(1);
    });
  });
}

async function expectError(app: App, message: string): Promise<void> {
  const notification = app.page.getByRole('alert').locator('> *', { hasText: message });
  await expect(notification.getByText(message, { exact: true })).toBeVisible();
  await expect(notification.getByText('Error!', { exact: true })).toBeVisible();
}
