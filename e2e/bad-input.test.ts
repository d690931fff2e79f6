import { expect, test } from './fixtures.ts';
import { expectNoOverflow } from './overflow.ts';
import { newUser } from './users.ts';

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

const LONG = 'x'.repeat(500);

test('What a user types is shown as typed, and nothing of it runs', async ({ app, newDevice }) => {
  const user = newUser('<script>alert(1)</script>');
  await app.signUp(user);
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
  await desk.logIn(user);
  await expect(desk.task(`${HOSTILE[1]} edited`)).toBeVisible();
  await desk.openCollection(COLLECTION);
  await expect(desk.task(HOSTILE[6]!)).toBeVisible();
  await desk.deleteCollection(COLLECTION);
  await expect(desk.link(COLLECTION)).toBeHidden();
});

test('Names of any length are taken up to their limit, and fit a phone', async ({ app }) => {
  await app.signUp();
  const collection = 'y'.repeat(120);
  await app.addCollection(collection);
  await app.addTask(LONG, { collection, description: 'z'.repeat(16_384) });
  await app.addTask(`${'long words '.repeat(40)}end`, { collection, description: '北'.repeat(500) });
  await expect(app.task(LONG)).toBeVisible();
  await expect(app.synced).toBeVisible();

  for (const width of [1280, 375]) {
    await app.page.setViewportSize({ width, height: 700 });
    await app.page.goto('/app/today');
    await expect(app.task(LONG)).toBeVisible();
    await expectNoOverflow(app);
    await app.openTask(LONG);
    await expectNoOverflow(app);
    await app.page.keyboard.press('Escape');
    await app.task(LONG).hover();
    await app.button(`Delete ${LONG}`).click();
    await expect(app.dialog('Are you sure you want to delete?')).toBeVisible();
    await expectNoOverflow(app);
    await app.page.keyboard.press('Escape');
    await app.page.goto(`/app/project/${collection}`);
    await expect(app.heading(collection)).toBeVisible();
    await expectNoOverflow(app);
  }
  await app.button('Menu').click();
  await expect(app.link(collection)).toBeVisible();
  await expectNoOverflow(app);
});

test('A form takes no more than a name may hold', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  const dialog = await app.openTaskDialog();
  const name = dialog.getByLabel('Task name', { exact: true });
  await name.focus();
  await app.page.keyboard.insertText(`${LONG}more`);
  await expect(name).toHaveValue(LONG);
  await app.cancel(dialog);
  await app.button('Add collection').click();
  const collection = app.dialog('Add collection').getByLabel('Collection name', { exact: true });
  await collection.focus();
  await app.page.keyboard.insertText('y'.repeat(121));
  await expect(collection).toHaveValue('y'.repeat(120));
});

test('Blanks around a name do not count, and those within are kept', async ({ app }) => {
  await app.signUp();
  await app.addCollection('  Home  ');
  await expect(app.link('Home')).toBeVisible();
  await app.addTask('  Buy milk  ', { collection: 'Home', description: '  indented\n\n  lines' });
  const dialog = await app.openTask('Buy milk');
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Buy milk');
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue('  indented\n\n  lines');
});
