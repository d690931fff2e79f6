import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { leave } from '#e2e/support/train-trip.ts';

const BASE = '- [ ] Flour\n- [ ] Eggs\n- [ ] Sugar';

const source = (app: App) => app.page.getByRole('textbox', { name: 'Description', exact: true });
const notes = (app: App) => app.page.getByRole('group', { name: 'Description', exact: true });
const question = (app: App) => app.page.getByRole('group', { name: 'Notes to keep', exact: true });
const box = (app: App, name: string) => notes(app).getByRole('checkbox', { name, exact: true });

async function twoTabsOfCake(app: App): Promise<App> {
  await app.begin({ Home: [{ name: 'Bake', description: BASE }] });
  await app.rowLink('Bake').click();
  await expect(notes(app)).toBeVisible();
  return app.newTab(new URL(app.page.url()).pathname);
}

/** Opens the source of the notes and types, without leaving it. */
async function type(app: App, text: string): Promise<void> {
  await app.button('Edit description').click();
  await source(app).fill(text);
}

test('[T7] Changes of two tabs in the notes of one task are both kept, and the user is asked about a common line', async ({
  app,
}) => {
  const other = await twoTabsOfCake(app);
  await type(app, `${BASE}\n- [ ] Salt`);
  await box(other, 'Flour').check();
  await source(app).blur();
  for (const tab of [app, other]) {
    await expect(box(tab, 'Flour')).toBeChecked();
    await expect(box(tab, 'Salt')).not.toBeChecked();
  }

  const merged = '- [x] Flour\n- [ ] Eggs\n- [ ] Sugar\n- [ ] Salt';
  await type(app, merged.replace('Eggs', 'Six eggs'));
  await type(other, merged.replace('Eggs', 'Four eggs').replace('Salt', 'Butter'));
  await source(other).blur();
  await expect(box(other, 'Four eggs')).toBeVisible();
  await source(app).blur();
  await expect(question(app)).toContainText('Six eggs');
  await expect(question(app)).toContainText('Four eggs');
  await expect(source(app)).toHaveValue(merged.replace('Eggs', 'Six eggs'));
  expect(await violationsOf(app, 'notes in question')).toEqual([]);

  // A tab closed before the answer keeps the text for the task's dialog.
  await app.page.reload();
  await expect(box(app, 'Four eggs')).toBeVisible();
  await app.open('Today');
  const dialog = await app.openTask('Bake');
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue(/Six eggs/);
  await question(app).getByRole('button', { name: 'Keep your text', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  for (const name of ['Six eggs', 'Butter']) await expect(box(other, name)).toBeVisible();
});

test('[T7] A draft of notes typed from an older version reverts nothing of another device', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await desk.editTask('Buy milk', { description: BASE });
  await wire.mend();
  await expect(train.task('Buy milk')).toContainText('Flour');
  const draft = await train.openTask('Buy milk');
  await train.fillTask(draft, { description: `${BASE}\n- [ ] Salt` });
  await train.cancel(draft);
  await desk.editTask('Buy milk', { description: BASE.replace('[ ]', '[x]') });
  await expect(desk.synced).toBeVisible();
  await train.editTask('Buy milk', {});
  await train.rowLink('Buy milk').click();
  await expect(box(train, 'Flour')).toBeChecked();
  await expect(box(train, 'Salt')).not.toBeChecked();
});

test('[T7] Notes that a device sends late are merged, and the user is asked about lines changed on both sides', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await wire.mend();
  await desk.editTask('Buy milk', { description: BASE });
  await expect(train.task('Buy milk')).toContainText('Flour');
  await wire.cut();
  await train.editTask('Buy milk', { description: BASE.replace('Sugar', 'Brown sugar') });
  await desk.editTask('Buy milk', {
    description: BASE.replace('Flour', 'Rye flour').replace('Sugar', 'Honey'),
  });
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await train.link('Needs attention 1').click();
  const entry = train.task('Edit task “Buy milk”');
  await expect(question(train)).toContainText('Rye flour');
  await expect(question(train)).toContainText('Brown sugar');
  await expect(question(train)).toContainText('Honey');
  await entry.getByRole('button', { name: 'Keep both', exact: true }).click();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  await desk.rowLink('Buy milk').click();
  for (const name of ['Rye flour', 'Eggs', 'Honey', 'Brown sugar'])
    await expect(box(desk, name)).toBeVisible();
});
