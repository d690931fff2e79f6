import { day } from './days.ts';
import { expect, test } from './fixtures.ts';
import { seedCollections, seedTasks } from './raw-device.ts';

test('A newcomer reads in every view that it is empty, and what to do', async ({ app }) => {
  await app.signUp();
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

test('A user finds each task in the view of its day, and all of them in their collection', async ({
  app,
}) => {
  await app.signUp();
  await app.addCollection('Home');
  const tasks = [
    ['Last year', -400],
    ['Yesterday first', -1],
    ['Yesterday second', -1],
    ['Now first', 0],
    ['Now second', 0],
    ['Soon', 1],
    ['Next year', 400],
  ] as const;
  for (const [name, offset] of tasks) await app.addTask(name, { date: day(offset), collection: 'Home' });

  await app.open('Overdue');
  await expect(app.tasks).toContainText(['Last year', 'Yesterday first', 'Yesterday second']);
  await app.open('Today');
  await expect(app.tasks).toContainText(['Now first', 'Now second']);
  await app.open('Upcoming');
  await expect(app.tasks).toContainText(['Soon', 'Next year']);
  const groups = app.page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(groups.first()).toHaveText('Tomorrow');
  await expect(groups).toHaveCount(2);
  await expect(
    app.page.getByRole('list', { name: 'Tomorrow', exact: true }).getByRole('listitem'),
  ).toContainText(['Soon']);
  await app.openCollection('Home');
  await expect(app.tasks).toHaveCount(tasks.length);
  for (const [name] of tasks) await expect(app.task(name)).toContainText('Home');
  await app.open('Completed');
  await expect(app.tasks).toHaveCount(0);
});

test('A user completes tasks, and finds them under Completed, newest first', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  await app.addTask('Sweep', { collection: 'Home' });
  await app.addTask('Dust', { collection: 'Home', date: day(-3) });
  await app.addTask('Mop', { collection: 'Home' });

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

test('When midnight passes while the app is open, what was for today is overdue', async ({ app }) => {
  const evening = new Date(Date.now() + 10.5 * 3_600_000);
  await app.page.clock.install({ time: evening });
  await app.signUp();
  const date = await app.page.evaluate(() => new Date().toLocaleDateString('sv'));
  await app.addCollection('Home');
  await app.addTask('Put out the bins', { collection: 'Home', date });
  await expect(app.task('Put out the bins')).toBeVisible();

  await app.page.clock.fastForward('04:00:00');
  await expect(app.task('Put out the bins')).toBeHidden();
  await app.open('Overdue');
  await expect(app.task('Put out the bins')).toBeVisible();
});

test('A long list shows every task as the user scrolls to it', async ({ app, server }) => {
  await app.signUp();
  const [home] = await seedCollections(app, server, ['Home']);
  const names = Array.from({ length: 300 }, (_, index) => `Step ${index + 1}`);
  await seedTasks(app, server, names, { date: day(), collectionId: home! });
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

test('A change from another device touches its own row, and no other', async ({ app, newDevice, server }) => {
  const user = await app.signUp();
  const [home] = await seedCollections(app, server, ['Home']);
  const names = Array.from({ length: 20 }, (_, index) => `Step ${index + 1}`);
  await seedTasks(app, server, names, { date: day(), collectionId: home! });
  await expect(app.tasks).toHaveCount(20);
  const desk = await newDevice();
  await desk.logIn(user);
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
