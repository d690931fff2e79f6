import type { Locator } from '@playwright/test';
import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { fillDisk } from '#e2e/support/full-disk.ts';
import { mutateInPage } from '#e2e/support/page-replica.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';
import { day } from '#e2e/support/days.ts';
import { newId } from '#src/domain/id.ts';

const sections = (app: App) => app.page.getByRole('main').getByRole('heading', { level: 2 });
const inSection = (app: App, name: string) =>
  app.page.getByRole('main').getByRole('list', { name, exact: true }).getByRole('listitem');

/** Chooses from the menu of a section. */
async function choose(app: App, section: string, item: string): Promise<void> {
  await app.button(`Section ${section}`).click();
  await app.menuItem(item).click();
}

/** Adds an empty collection, and opens the form of its first section. */
async function openSectionForm(app: App): Promise<Locator> {
  await app.addCollection('Home');
  await app.openCollection('Home');
  await app.button('Add section').click();
  const name = app.page.getByLabel('Section name', { exact: true });
  await expect(name).toBeFocused();
  return name;
}

test('[T5] Sections divide a collection: added one after another, renamed, moved', async ({ app }) => {
  await app.begin();
  const name = await openSectionForm(app);
  for (const each of ['Kitchen', 'Garden', 'Cellar']) {
    await name.fill(each);
    await name.press('Enter');
    await expect(name).toHaveValue('');
  }
  await name.fill('Garden');
  await name.press('Enter');
  await expect(
    app.page.getByText('A section with the same name already exists in the collection.'),
  ).toBeVisible();
  await name.press('Escape');
  await expect(name).toBeHidden();
  await expect(app.button('Add section')).toBeFocused();
  await expect(sections(app)).toHaveText(['Kitchen', 'Garden', 'Cellar']);

  for (const way of ['Move up', 'Move up', 'Move down']) await choose(app, 'Cellar', way);
  await expect(sections(app)).toHaveText(['Kitchen', 'Cellar', 'Garden']);
  await choose(app, 'Kitchen', 'Rename');
  await expect(name).toHaveValue('Kitchen');
  await expect(name).toBeFocused();
  await name.fill('Big kitchen');
  await name.press('Enter');
  await expect(sections(app)).toHaveText(['Big kitchen', 'Cellar', 'Garden']);
  await expect(app.button('Section Big kitchen')).toBeFocused();
  await app.button('Section Cellar').click();
  await expect(app.page.getByRole('menu', { name: 'Section Cellar', exact: true })).toBeVisible();
  expect(await violationsOf(app, 'the menu of a section')).toEqual([]);
  await app.page.keyboard.press('Escape');
  await expect(app.button('Section Cellar')).toBeFocused();
  // A first letter leads to its entry.
  await app.page.keyboard.press('Enter');
  await expect(app.page.locator('[role="menu"]:focus-within')).toBeVisible();
  for (const key of ['m', 'Enter']) await app.page.keyboard.press(key);
  await expect(sections(app)).toHaveText(['Cellar', 'Big kitchen', 'Garden']);

  await app.page.reload();
  await expect(sections(app)).toHaveText(['Cellar', 'Big kitchen', 'Garden']);
});

test('[T5] Typing sections faster than they are stored loses no letter, and no unsaved section', async ({
  app,
}) => {
  const wire = await app.wire();
  await app.begin();
  const name = await openSectionForm(app);
  // All are typed before the device has stored the first.
  await name.evaluate(async (field: HTMLInputElement) => {
    const type = async (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
    };
    const enter = async () => {
      field.form?.requestSubmit();
      await Promise.resolve();
    };
    await type('Kitchen');
    await enter();
    await type('Garden');
    await enter();
    await type('Cel');
  });
  await expect(sections(app)).toHaveText(['Kitchen', 'Garden']);
  await expect(name).toHaveValue('Cel');

  await expect(app.synced).toBeVisible();
  await wire.cut();
  await fillDisk(app);
  await name.fill('Cellar');
  await name.press('Enter');
  await expect(app.error('Error adding section to the database!')).toBeVisible();
  await expect(name).toHaveValue('Cellar');
  await expect(sections(app)).toHaveText(['Kitchen', 'Garden']);
});

test('[T5] A deleted section leaves its tasks, or takes them along, and one undo restores all of it', async ({
  app,
  server,
}) => {
  await app.begin();
  const [collectionId = ''] = await seedCollections(app, server, ['Home']);
  await app.openCollection('Home');
  const sectionId = newId();
  await mutateInPage(app.page, [
    { name: 'section.add', args: { id: sectionId, collectionId, name: 'Kitchen', place: '', at: 1 } },
  ]);
  await expect(app.synced).toBeVisible();
  await seedTasks(app, server, ['Sweep', { name: 'Cook', sectionId }, { name: 'Bake', sectionId }], {
    collectionId,
    date: day(),
  });
  await expect(inSection(app, 'Home')).toContainText(['Sweep']);
  await expect(inSection(app, 'Kitchen')).toContainText(['Cook', 'Bake']);
  expect(await violationsOf(app, 'a collection with a section')).toEqual([]);

  await choose(app, 'Kitchen', 'Delete');
  const question = app.dialog('Are you sure you want to delete?');
  await question.getByRole('button', { name: 'Keep the tasks', exact: true }).click();
  await expect(sections(app)).toHaveCount(0);
  await expect(inSection(app, 'Home')).toContainText(['Sweep', 'Cook', 'Bake']);
  await app.undo('Section deleted', 'Deletion undone');
  await expect(inSection(app, 'Kitchen')).toContainText(['Cook', 'Bake']);

  await choose(app, 'Kitchen', 'Delete');
  await question.getByRole('button', { name: 'Delete the tasks too', exact: true }).click();
  await expect(sections(app)).toHaveCount(0);
  await expect(app.tasks).toHaveCount(1);
  await app.undo('Section deleted', 'Deletion undone');
  await expect(inSection(app, 'Kitchen')).toContainText(['Cook', 'Bake']);
});
