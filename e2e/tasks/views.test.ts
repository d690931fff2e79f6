import { editCollection } from '#e2e/support/collection-dialog.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';

const DAY_MS = 24 * 3_600_000;

test('A newcomer reads in every view that it is empty, and the next step', async ({ app }) => {
  await app.begin();
  for (const view of ['Today', 'Upcoming'] as const) {
    await app.open(view);
    await expect(app.page.getByText('A fresh start', { exact: true })).toBeVisible();
  }
  await app.open('Overdue');
  await expect(app.page.getByText('Nothing overdue', { exact: true })).toBeVisible();
  await app.open('Completed');
  await expect(app.page.getByText('Nothing completed yet', { exact: true })).toBeVisible();

  await app.addCollection('Home');
  await app.open('Today');
  await expect(app.page.getByText('Nothing for today', { exact: true })).toBeVisible();
  await app.open('Upcoming');
  await expect(app.page.getByText('Nothing upcoming', { exact: true })).toBeVisible();
  await app.openCollection('Home');
  await expect(app.page.getByText('No tasks here', { exact: true })).toBeVisible();
  await expect(app.tasks).toHaveCount(0);
});

for (const width of [1280, 832, 831, 375]) {
  test(`At ${width} px a user finds each task in the view of its day, and in its collection`, async ({
    app,
  }) => {
    await app.page.setViewportSize({ width, height: 700 });
    const tasks = [
      { name: 'Last year', date: day(-400) },
      { name: 'Yesterday first', date: day(-1) },
      { name: 'Yesterday second', date: day(-1) },
      { name: 'Now first', date: day() },
      { name: 'Now second', date: day(), description: 'One line\nAnother line' },
      { name: 'Soon', date: day(1) },
      { name: 'Next year', date: day(400) },
      { name: 'Long done', date: day(1), completedAt: Date.now() - 400 * DAY_MS },
      { name: 'Done first', date: day(-1), completedAt: Date.now() - 2 },
      { name: 'Done last', date: day(-1), completedAt: Date.now() - 1 },
    ];
    await app.begin({ Home: tasks });
    const groups = app.page.getByRole('main').getByRole('heading', { level: 2 });
    const tasksOf = (group: string) =>
      app.page.getByRole('main').getByRole('list', { name: group, exact: true }).getByRole('listitem');
    await expect(app.tasks).toHaveText([/^Now first/, /^Now second/]);
    await expect(app.task('Now first').getByText('Home', { exact: true })).toBeVisible();
    await expect(app.task('Now second').getByText('One line', { exact: true })).toBeVisible();
    await expect(app.task('Now second')).not.toContainText('Another');
    await expectNoOverflow(app);

    await app.open('Overdue');
    await expect(groups).toHaveText([/ \d{4}$/, 'Yesterday']);
    await expect(app.tasks).toHaveText([/^Last year/, /^Yesterday first/, /^Yesterday second/]);
    await expect(tasksOf('Yesterday')).toHaveCount(2);
    await expect(app.task('Last year').getByText('Home', { exact: true })).toBeVisible();

    await app.open('Upcoming');
    await expect(groups).toHaveText(['Tomorrow', / \d{4}$/]);
    await expect(tasksOf('Tomorrow')).toHaveText([/^Soon/]);
    await expect(app.tasks).toHaveCount(2);

    await app.open('Completed');
    await expect(groups).toHaveText(['Today', / \d{4}$/]);
    await expect(tasksOf('Today')).toHaveText([/^Done last/, /^Done first/]);
    await expect(app.task('Long done').getByText('Tomorrow', { exact: true })).toBeVisible();

    await app.openCollection('Home');
    await expect(app.tasks).toContainText(tasks.slice(0, 7).map(({ name }) => name));
    for (const [name, when] of [
      ['Yesterday first', 'Yesterday'],
      ['Now first', 'Today'],
      ['Soon', 'Tomorrow'],
    ] as const) {
      await expect(app.task(name).getByText(when, { exact: true })).toBeVisible();
    }
    await expectNoOverflow(app);

    const fold = app.button('Completed');
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await expect(fold).toHaveAccessibleDescription('3 tasks');
    await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(tasksOf('Completed')).toHaveText([/^Done last/, /^Done first/, /^Long done/]);
    await fold.click();
    await expect(app.tasks).toHaveCount(7);
  });
}

test('The page of a collection follows its name, here and from another device, and leaves the focus where it is', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Sweep'] });
  const phone = await newDevice();
  await phone.join(user);
  await phone.openCollection('Home');
  await phone.button('Complete Sweep').focus();

  await app.openCollection('Home');
  await editCollection(app, 'Home', { name: 'House' });
  for (const device of [app, phone]) {
    await expect(device.heading('House')).toBeVisible();
    await expect(device.page).toHaveURL('/app/project/House');
  }
  await expect(phone.button('Complete Sweep')).toBeFocused();
  await expect(app.button('Edit collection House')).toBeFocused();
  await phone.page.goBack();
  await expect(phone.heading('Today')).toBeFocused();
  await phone.page.goForward();
  await expect(phone.heading('House')).toBeFocused();
});

test('A user whose open collection is deleted on another device is told, and can restore it', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Sweep'] });
  const phone = await newDevice();
  await phone.join(user);
  await phone.openCollection('Home');
  await app.deleteCollection('Home');
  await expect(phone.heading('Collection deleted')).toBeVisible();
  await phone.button('Restore collection').click();
  await expect(phone.heading('Home')).toBeFocused();
  await expect(phone.task('Sweep')).toBeVisible();
  await expect(app.link('Home')).toBeVisible();

  await phone.page.goto('/app/project/Nowhere');
  await expect(phone.heading('Page Not Found!')).toBeVisible();
});

test('Many completed tasks of a collection unfold, only those near the window in the document', async ({
  app,
}) => {
  const done = Array.from({ length: 240 }, (_, index) => ({
    name: `Step ${index + 1}`,
    completedAt: index,
  }));
  await app.begin({ Home: [...done, 'Sweep'] });
  await app.openCollection('Home');
  await app.button('Completed').click();
  await expect(app.task('Step 240')).toBeVisible();
  await expect(app.task('Step 240')).toHaveAttribute('aria-setsize', '240');
  expect(await app.tasks.count()).toBeLessThan(60);
  await app.task('Step 240').hover();
  await expect(async () => {
    await app.page.mouse.wheel(0, 4_000);
    await expect(app.task('Step 1')).toBeInViewport({ timeout: 200 });
  }).toPass({ intervals: [50] });
});

test('The links of a description lead out of the app, and do not open the task', async ({ app, server }) => {
  const elsewhere = `${server.url}/healthz`;
  const description = `See (${elsewhere}), javascript:alert(1) or <a href="https://c.d">this</a>\nand mailto:ada@example.com.`;
  await app.begin({ Home: [{ name: 'Read', description }] });
  const links = app.task('Read').getByRole('link', { name: /^http/ });
  await expect(links).toHaveText([elsewhere, 'https://c.d']);
  await expect(links.first()).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  const opened = app.context.waitForEvent('page');
  await links.first().click();
  await expect(await opened).toHaveURL(elsewhere);
  await expect(app.dialog('Edit task')).toBeHidden();

  const dialog = await app.openTask('Read');
  const all = dialog.getByRole('list', { name: 'Links', exact: true }).getByRole('link');
  await expect(all).toHaveText([elsewhere, 'https://c.d', 'mailto:ada@example.com']);
  await app.fillTask(dialog, { description: 'Nothing to press' });
  await expect(all).toHaveCount(0);
});

test('A user completes tasks, and finds them under Completed, newest first', async ({ app }) => {
  await app.begin({ Home: ['Sweep', { name: 'Dust', date: day(-3) }, 'Mop'] });

  await app.completeTask('Mop');
  await expect(app.success('Task completed')).toBeVisible();
  await expect(app.tasks).toContainText(['Sweep']);
  await app.completeTask('Sweep');
  await expect(app.tasks).toHaveCount(0);
  await app.open('Overdue');
  await app.completeTask('Dust');
  await expect(app.page.getByText('Nothing overdue', { exact: true })).toBeVisible();

  await app.open('Completed');
  await expect(app.tasks).toContainText(['Dust', 'Sweep', 'Mop']);
  await expect(app.button('Complete Mop')).toBeHidden();
  await app.openCollection('Home');
  await expect(app.tasks).toHaveCount(0);

  await app.open('Completed');
  await app.deleteTask('Sweep');
  await expect(app.tasks).toContainText(['Dust', 'Mop']);
});

test('When midnight passes while the app is open, tasks of that day become overdue', async ({ app }) => {
  const evening = new Date(Date.now() + 10.5 * 3_600_000);
  await app.page.clock.install({ time: evening });
  await app.begin();
  const date = await app.page.evaluate(() => new Date().toLocaleDateString('sv'));
  await app.addCollection('Home');
  await app.addTask('Put out the bins', { collection: 'Home', date });
  await expect(app.task('Put out the bins')).toBeVisible();

  await app.page.clock.fastForward('04:00:00');
  await expect(app.task('Put out the bins')).toBeHidden();
  await app.open('Overdue');
  await expect(app.task('Put out the bins')).toBeVisible();
});

test('A long list shows every task as the user scrolls to it', async ({ app }) => {
  const names = Array.from({ length: 300 }, (_, index) => `Step ${index + 1}`);
  await app.begin({ Home: names });
  const [first, last] = [app.task('Step 1'), app.task('Step 300')];
  await first.hover();
  await expect(first).toHaveAttribute('aria-posinset', '1');
  await expect(first).toHaveAttribute('aria-setsize', '300');
  await expect(async () => {
    await app.page.mouse.wheel(0, 2_000);
    await expect(last).toBeInViewport({ timeout: 200 });
  }).toPass({ intervals: [50] });
  await expect(last).toHaveAttribute('aria-posinset', '300');
  await app.completeTask('Step 300');
  await expect(app.task('Step 299')).toHaveAttribute('aria-setsize', '299');
});

test('Each page begins at its top, even after a long scroll on the one before', async ({ app, server }) => {
  await app.begin();
  const [home, work] = await seedCollections(app, server, ['Home', 'Work']);
  const names = Array.from({ length: 150 }, (_, index) => `Step ${index + 1}`);
  await seedTasks(app, server, names, { date: day(), collectionId: home! });
  await seedTasks(app, server, names, { date: day(1), collectionId: work! });
  const scrollY = () => app.page.evaluate(() => window.scrollY);
  for (const view of ['Upcoming', 'Today'] as const) {
    await app.tasks.first().hover();
    await expect(async () => {
      await app.page.mouse.wheel(0, 2_000);
      expect(await scrollY()).toBeGreaterThan(3_000);
    }).toPass({ intervals: [50] });

    await app.open(view);

    await expect(app.task('Step 1')).toBeInViewport();
    // The same holds after the rows have been measured and drawn.
    await app.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await scrollY()).toBe(0);
  }
});

test('A change from another device touches its own row, and no other', async ({ app, newDevice }) => {
  const names = Array.from({ length: 20 }, (_, index) => `Step ${index + 1}`);
  const user = await app.begin({ Home: names });
  await expect(app.tasks).toHaveCount(20);
  const desk = await newDevice();
  await desk.join(user);
  const touched = await app.page.evaluateHandle(() => {
    const rows = new Set<string>();
    const note = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const row = element?.closest('main li');
      rows.add(row?.getAttribute('aria-posinset') ?? 'outside the rows');
    };
    const main = document.querySelector('main');
    if (!main) throw new Error('The page has no main part.');
    new MutationObserver((records) => {
      for (const { target } of records) note(target);
    }).observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
    return rows;
  });

  await desk.editTask('Step 7', { name: 'Step seven', description: 'Slowly' });

  await expect(app.task('Step seven')).toContainText('Slowly');
  expect(await touched.evaluate((rows) => [...rows])).toEqual(['7']);
});
