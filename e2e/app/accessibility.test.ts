import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { openCollectionDialog } from '#e2e/support/collection-dialog.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';
import { SCREENS } from '#src/web/screens.ts';

/** Screens or dialogs, each with the user's way to it. */
type Screens = Readonly<Record<string, (app: App) => Promise<void>>>;

const WIDTHS = [1280, 375];

async function expectAccessible(app: App, width: number, screens: Screens): Promise<void> {
  await app.page.setViewportSize({ width, height: 720 });
  const found: string[] = [];
  for (const [name, open] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(app);
      found.push(...(await violationsOf(app, name)));
    });
  }
  expect(found).toEqual([]);
}

/** Opens a page of the app by its address: on a phone the links are in the menu. */
const page = (path: string, heading: string) => async (app: App) => {
  await app.page.goto(path);
  await expect(app.heading(heading)).toBeVisible();
  await expectLoaded(app);
};

/** Its rows are on their way until then. */
const expectLoaded = (app: App) => expect(app.page.getByText('Loading...', { exact: true })).toHaveCount(0);

/** Every screen with a path of its own. */
const screens: Screens = Object.fromEntries(
  SCREENS.map(({ id, path }) => [
    id,
    async (app: App) => {
      await app.page.goto(path);
      await expect(app.page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expectLoaded(app);
    },
  ]),
);

const indicator = (app: App) => app.header.getByRole('button', { name: /^Sync: / });

/** Opens a dialog of the current page, after closing any other. */
const dialog = (name: string, open: (app: App) => Promise<void>) => async (app: App) => {
  while ((await app.page.getByRole('dialog').count()) > 0) {
    await app.page.keyboard.press('Escape');
    await expect(app.page.getByRole('dialog', { includeHidden: true }).last()).toBeVisible({
      visible: false,
    });
  }
  await open(app);
  await expect(app.dialog(name)).toBeVisible();
};

for (const width of WIDTHS) {
  test(`At ${width} px the pages before the app are accessible`, async ({ app }) => {
    app.watch.expect(/the server responded with a status of 404/);
    await expectAccessible(app, width, {
      'landing page': page('/', 'Organize, Prioritize, Achieve'),
      'sign in': page('/auth/login', 'Sign in'),
      'sign up': page('/auth/signup', 'Sign up'),
      'sign up with errors': async () => {
        await app.button('Sign up').click();
        await expect(app.page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
      },
      'forgotten password': page('/auth/forgot-password', 'Forgot your password?'),
      'check mail': async () => {
        await app.page.getByLabel('Email', { exact: true }).fill('ada@example.com');
        await app.button('Email me a link').click();
        await expect(app.heading('Check your email')).toBeVisible();
      },
      'phone number': page('/auth/phone', 'Use a phone number'),
      code: async () => {
        await app.page.getByLabel('Phone number', { exact: true }).fill('+1 202 555 0143');
        await app.button('Text me a code').click();
        await expect(app.heading('Enter the code')).toBeVisible();
      },
      'link of a mail': page('/auth/link#verify=x', 'Confirm your email'),
      'choose a password': page('/auth/link#sign-up=x', 'Choose a password'),
      'choose a password with an error': async () => {
        await app.button('Confirm email').click();
        await expect(app.page.getByLabel('Password', { exact: true })).toHaveAttribute(
          'aria-invalid',
          'true',
        );
      },
      'new password': page('/auth/link#reset=x', 'Choose a new password'),
      'no link': async () => {
        await app.page.goto('/');
        await page('/auth/link', 'Open the link again')(app);
      },
      'not found': page('/nowhere', 'Page Not Found!'),
    });
  });

  test(`At ${width} px each empty screen is accessible`, async ({ app }) => {
    // The test checks every screen.
    test.setTimeout(240_000);
    await app.signUp();
    await expectAccessible(app, width, screens);
  });

  test(`At ${width} px the empty app is accessible`, async ({ app }) => {
    const wire = await app.wire();
    await app.signUp();
    await expectAccessible(app, width, {
      'unknown collection': page('/app/project/nowhere', 'Page Not Found!'),
      menu: () => app.showSidebar(),
      'add task without a collection': dialog('Add task', async () => {
        await app.page.keyboard.press('n');
      }),
      'sync details': dialog('Everything is saved', () => indicator(app).click()),
      'sync details offline': dialog('You are offline', async () => {
        await wire.cut();
        await expect(app.header.getByText('Offline', { exact: true })).toBeVisible();
        await indicator(app).click();
      }),
    });
  });

  test(`At ${width} px the app full of tasks is accessible`, async ({ app, newDevice }) => {
    // The test checks many states.
    test.setTimeout(240_000);
    const wire = await app.wire();
    const user = await app.signUp(newUser('Ada King, Countess of Lovelace'));
    await app.addCollection('Home');
    await app.addCollection('Work', 'Laser Lemon');
    for (const offset of [-400, -1, 0, 1, 30]) {
      const description = 'Two litres, see https://example.com/milk\nand bread';
      await app.addTask(`Buy milk ${offset}`, { date: day(offset), collection: 'Home', description });
    }
    await app.addTask('Done', { collection: 'Home' });
    await app.completeTask('Done');
    await app.addTask('Read', { collection: 'Work' });
    await app.completeTask('Read');
    await expect(app.synced).toBeVisible();

    // The server rejects one change of this device.
    const desk = await newDevice();
    await desk.signIn(user);
    await expect(desk.link('Work')).toBeVisible();
    await wire.cut();
    await app.addTask('Write', { collection: 'Work' });
    await desk.deleteCollection('Work');
    await expect(desk.synced).toBeVisible();
    await wire.mend();
    await expect(app.link('Needs attention 1')).toBeVisible();

    await expectAccessible(app, width, {
      'needs attention': page('/app/needs-attention', 'Needs attention'),
      upcoming: page('/app/upcoming', 'Upcoming'),
      overdue: page('/app/overdue', 'Overdue'),
      completed: page('/app/completed', 'Completed'),
      'read task': dialog('Completed task', () => app.task('Done').press('e')),
      'reopen task': dialog('Reopen task', () => app.button('Reopen Read').click()),
      collection: page('/app/project/Home', 'Home'),
      today: page('/app/today', 'Today'),
      'focused row': async () => {
        await app.page.keyboard.press('j');
        await expect(app.task('Buy milk 0')).toBeFocused();
      },
      'task beside its list': async () => {
        await app.page.keyboard.press('Enter');
        await expect(app.heading('Buy milk 0')).toBeVisible();
      },
      'focused row again': async () => {
        await page('/app/today', 'Today')(app);
        await app.task('Buy milk 0').focus();
      },
      'edit task': dialog('Edit task', () => app.page.keyboard.press('e')),
      'delete task': dialog('Are you sure you want to delete?', () => app.page.keyboard.press('Delete')),
      shortcuts: dialog('Keyboard shortcuts', () => app.page.keyboard.press('?')),
      'add task': dialog('Add task', () => app.page.keyboard.press('n')),
      calendar: async () => {
        await app.button('Open calendar').click();
        await expect(app.dialog('Calendar')).toBeVisible();
        await expect(app.dialog('Calendar').getByRole('grid')).toBeVisible();
      },
      'add task with errors': async () => {
        await app.page.keyboard.press('Escape');
        await expect(app.dialog('Calendar')).toBeHidden();
        await app.fillTask(app.dialog('Add task'), { date: '' });
        await app.dialog('Add task').getByLabel('Task name', { exact: true }).focus();
        await expect(app.page.getByText('Please enter a Date', { exact: true })).toBeVisible();
      },
      'draft kept': async () => {
        await app.page.keyboard.press('Escape');
        await expect(app.reopen).toBeVisible();
      },
      'draft reopened': async () => {
        await app.openTaskDialog();
        await expect(app.button('Start empty')).toBeVisible();
      },
      menu: async () => {
        await app.button('Start empty').click();
        await app.page.keyboard.press('Escape');
        await expect(app.page.getByRole('dialog')).toHaveCount(0);
        await app.showSidebar();
      },
      'edit collection': async () => {
        await expect(await openCollectionDialog(app, 'Home')).toBeVisible();
      },
      'add collection': async () => {
        await app.cancel(app.dialog('Edit collection'));
        await app.button('Add collection').click();
        await expect(app.dialog('Add collection')).toBeVisible();
      },
      notifications: async () => {
        await app.page.goto('/app/today');
        await app.completeTask('Buy milk 0');
        await expect(app.success('Task completed')).toBeVisible();
        await app.success('Task completed').hover();
      },
    });
  });

  test.describe('Without a service worker', () => {
    // A service worker would provide the missing code.
    test.use({ serviceWorkers: 'block' });

    test(`At ${width} px what goes wrong is told accessibly`, async ({ app }) => {
      app.watch.expect(/Failed to load resource|dynamically imported module/);
      const withoutCode = (code: RegExp) => app.page.route(code, (route) => route.abort());
      await expectAccessible(app, width, {
        'unknown user': async () => {
          await app.page.goto('/');
          await app.page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'));
          await app.page.route('**/api/**', (route) => route.abort());
          await app.page.goto('/app/today');
          await expect(app.button('Try again')).toBeVisible();
        },
        'app that is not loaded': async () => {
          await withoutCode(/\/assets\/app-.*\.js$/);
          await app.page.reload();
          await expect(app.heading('This page could not be loaded')).toBeVisible();
        },
        'page that is not loaded': async () => {
          await app.page.unrouteAll();
          await app.signUp();
          await withoutCode(/\/assets\/account-page-.*\.js$/);
          await app.page.goto('/app/account');
          await expect(app.button('Try again')).toBeVisible();
        },
        'no script at all': async () => {
          await withoutCode(/\/assets\/index-.*\.js$/);
          await app.page.goto('/auth/login');
          await expect(app.page.getByText('Sunglow could not be loaded.')).toBeVisible();
        },
      });
    });
  });
}
