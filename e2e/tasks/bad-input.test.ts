import { LIMITS } from '#src/domain/limits.ts';

import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';
import { newUser } from '#e2e/support/users.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'; DROP TABLE task; --",
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '👩‍👩‍👧‍👦 🎉 Zoë 北京 مرحبا',
];

const COLLECTION = '<b onmouseover=alert(1)>Home</b> & "co"';

const LONG = 'x'.repeat(LIMITS.taskName);

const RIGHT_TO_LEFT = 'שלום (hello) مرحبا 123';

test('Text of a user is shown as typed, and nothing of it runs', async ({ app, newDevice }) => {
  const user = newUser('<script>alert(1)</script>');
  await app.begin([], user);
  await app.addCollection(COLLECTION);
  for (const text of HOSTILE) await app.addTask(text, { collection: COLLECTION, description: text });
  for (const text of HOSTILE) {
    // The name and the description.
    await expect(app.task(text).getByText(text, { exact: true })).toHaveCount(2);
  }
  await app.editTask(HOSTILE[1]!, { name: `${HOSTILE[1]} edited` });
  await app.completeTask(HOSTILE[2]!);
  await app.deleteTask(HOSTILE[3]!);
  await expect(app.task(HOSTILE[3]!)).toBeHidden();
  await app.openAccount();
  await expect(app.page.getByText(user.name, { exact: true })).toBeVisible();

  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.task(`${HOSTILE[1]} edited`)).toBeVisible();
  await desk.openCollection(COLLECTION);
  await expect(desk.task(HOSTILE[6]!)).toBeVisible();
  await desk.deleteCollection(COLLECTION);
  await expect(desk.link(COLLECTION)).toBeHidden();
});

for (const width of [1280, 320]) {
  test(`At ${width} px whatever is written stays on the screen`, async ({ app, server }) => {
    await app.page.setViewportSize({ width, height: 700 });
    await app.signUp(newUser('n'.repeat(80)));
    const collections = ['y'.repeat(LIMITS.collectionName), RIGHT_TO_LEFT, HOSTILE[0]!];
    const [collectionId] = await seedCollections(app, server, collections);
    const names = [LONG, `${'long words '.repeat(40)}end`, '👩‍👩‍👧‍👦'.repeat(40), RIGHT_TO_LEFT, HOSTILE[1]!];
    const descriptions = [
      'z'.repeat(LIMITS.taskDescription),
      `https://a.b/${LONG}`,
      RIGHT_TO_LEFT,
      '北'.repeat(500),
    ];
    for (const date of [day(), day(-1), day(1)]) {
      const tasks = names.map((name, index) => ({ name, description: descriptions[index] ?? '' }));
      const done = { name: LONG, completedAt: Date.now() };
      await seedTasks(app, server, [...tasks, done], { collectionId: collectionId!, date });
    }
    await expect(app.synced).toBeAttached();

    for (const path of ['overdue', 'today', 'upcoming', 'completed', 'account']) {
      await app.page.goto(`/app/${path}`);
      await expect(app.tasks.or(app.button('Sign out')).first()).toBeVisible();
      await expectNoOverflow(app);
    }
    for (const name of collections) {
      await app.page.goto(`/app/project/${encodeURIComponent(name)}`);
      await expect(app.heading(name)).toBeVisible();
      await expectNoOverflow(app);
    }
    await app.showSidebar();
    await app.link(collections[0]!).hover();
    await expectNoOverflow(app);
    await app.button(`Delete collection ${collections[0]}`).click();
    await expect(app.dialog('Are you sure you want to delete?')).toBeVisible();
    await expectNoOverflow(app);

    await app.page.goto('/app/today');
    for (const name of names) {
      const dialog = await app.openTask(name);
      await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue(name);
      await expectNoOverflow(app);
      await app.cancel(dialog);
    }
    await app.fromMenu(LONG, 'Delete');
    await expect(app.dialog('Are you sure you want to delete?')).toContainText(LONG);
    await expectNoOverflow(app);
    await app.confirmDeletion();
    await expect(app.success('Task deleted')).toBeVisible();
    await expectNoOverflow(app);
  });
}

test('The first possible day, the last, and the 29th of February work like other days', async ({ app }) => {
  await app.begin(['Home']);
  for (const [date, view, shown] of [
    ['0001-01-01', 'Overdue', /Jan.* 1$/],
    ['9999-12-31', 'Upcoming', /Dec.* 9999$/],
    ['2028-02-29', 'Upcoming', /29.* 2028$/],
  ] as const) {
    await app.addTask(`On ${date}`, { collection: 'Home', date });
    await app.open(view);
    const list = app.page.getByRole('main').getByRole('list', { name: shown });
    await expect(list.getByRole('listitem', { name: `On ${date}`, exact: true })).toBeVisible();
    const dialog = await app.openTask(`On ${date}`);
    await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(date);
    await app.cancel(dialog);
  }
  await app.openCollection('Home');
  await expect(app.tasks).toContainText(['On 0001-01-01', 'On 9999-12-31', 'On 2028-02-29']);
});

test('Spaces around a name are dropped, and those within are kept', async ({ app }) => {
  await app.begin();
  await app.addCollection('  Home  ');
  await expect(app.link('Home')).toBeVisible();
  await app.addTask('  Buy milk  ', { collection: 'Home', description: '  indented\n\n  lines' });
  const dialog = await app.openTask('Buy milk');
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Buy milk');
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue('  indented\n\n  lines');
});
