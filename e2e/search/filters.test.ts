import type { Locator } from '@playwright/test';
import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';
import { mutateInPage } from '#e2e/support/page-replica.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';
import { tabTo } from '#e2e/support/tab-to.ts';
import { newId } from '#src/domain/id.ts';

const field = (dialog: Locator, name: 'Filter name' | 'Query') => dialog.getByLabel(name, { exact: true });
const status = (dialog: Locator) => dialog.getByRole('status');
const submit = (dialog: Locator, name = 'Add Filter') => dialog.getByRole('button', { name, exact: true });
const filters = (app: App) =>
  app.navigation.getByRole('region', { name: 'Filters', exact: true }).getByRole('link');

async function addFilter(app: App, name: string, query: string): Promise<void> {
  await app.button('Add filter').click();
  const dialog = app.dialog('Add filter');
  await field(dialog, 'Filter name').fill(name);
  await field(dialog, 'Query').fill(query);
  await submit(dialog).click();
  await expect(dialog).toBeHidden();
}

test('[V5] A filter shows its matches or its problem during typing, and its page follows another device', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Work: ['Write report', 'Call Ana'], Garden: ['Weed'] });
  await expect(app.tasks).toHaveCount(3);

  await app.button('Add filter').click();
  const dialog = app.dialog('Add filter');
  await expect(field(dialog, 'Filter name')).toBeFocused();
  await field(dialog, 'Query').fill('today & #Work');
  await expect(status(dialog)).toHaveText('2 tasks');
  await expect(dialog.getByText('Due today, in Work', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'First matches' }).getByRole('listitem')).toHaveCount(2);
  await field(dialog, 'Query').fill('#Work & ana');
  await expect(status(dialog)).toHaveText('1 task');
  await field(dialog, 'Query').fill('today & (#Work');
  await expect(status(dialog)).toHaveText('This bracket is not closed. Character 9: (');
  await expect(submit(dialog)).toBeDisabled();
  await field(dialog, 'Query').fill('#Wrok & today');
  await expect(status(dialog)).toHaveText('There is no collection “Wrok”. Character 1: #Wrok');
  expect(await violationsOf(app, 'a wrong query')).toEqual([]);
  await dialog.getByRole('button', { name: 'Use #Work', exact: true }).click();
  await expect(field(dialog, 'Query')).toHaveValue('#Work & today');
  await expect(status(dialog)).toHaveText('2 tasks');
  await expect(submit(dialog)).toBeDisabled();
  await field(dialog, 'Filter name').fill('Office');
  expect(await violationsOf(app, 'a query that is right')).toEqual([]);
  await submit(dialog).click();
  await expect(app.success('Filter added')).toBeVisible();

  await expect(app.link('Office')).toHaveAccessibleDescription('2 tasks');
  await app.link('Office').click();
  await expect(app.heading('Office')).toBeVisible();
  await expect(app.page).toHaveURL(/\/app\/filter\//);
  await expect(app.tasks).toHaveCount(2);
  expect(await violationsOf(app, 'a filter')).toEqual([]);

  const laptop = await newDevice();
  await laptop.join(user);
  await expect(laptop.link('Office')).toHaveAccessibleDescription('2 tasks');
  await laptop.addTask('Book room', { collection: 'Work' });
  await expect(app.task('Book room')).toBeVisible();
  await expect(app.link('Office')).toHaveAccessibleDescription('3 tasks');
  await laptop.completeTask('Call Ana');
  await expect(app.task('Call Ana')).toBeHidden();
  await expect(app.link('Office')).toHaveAccessibleDescription('2 tasks');
});

test('[V5] A favorite comes first; a filter is edited, follows a rename, and comes back after its deletion', async ({
  app,
  server,
}) => {
  await app.begin();
  const [work = ''] = await seedCollections(app, server, ['Work']);
  const [report = ''] = await seedTasks(app, server, ['Write report', 'Call Ana'], {
    collectionId: work,
    date: day(),
  });
  await expect(app.tasks).toHaveCount(2);
  const label = newId();
  const section = newId();
  await mutateInPage(app.page, [
    { name: 'label.add', args: { id: label, name: 'Errand', color: '#63B76C', at: 1 } },
    { name: 'section.add', args: { id: section, collectionId: work, name: 'Ideas', place: '', at: 1 } },
    { name: 'task.label', args: { id: report, add: label, at: 1 } },
    { name: 'task.edit', args: { id: report, changes: { sectionId: section }, at: 1 } },
  ]);
  await addFilter(app, 'All', '!overdue');
  await addFilter(app, 'Names', '#work & /Ideas & @Errand');
  await expect(filters(app)).toHaveText([/^All/, /^Names/]);

  await app.button('Edit filter Names').click();
  const dialog = app.dialog('Edit filter');
  await dialog.getByRole('switch', { name: 'Favorite', exact: true }).check();
  await submit(dialog, 'Save').click();
  await expect(app.success('Filter saved')).toBeVisible();
  await expect(filters(app)).toHaveText([/^Names/, /^All/]);

  await app.link('Names').click();
  await expect(app.tasks).toHaveCount(1);
  await app.button('Edit label Errand').click();
  await app.dialog('Edit label').getByLabel('Label name', { exact: true }).fill('Round trip');
  await submit(app.dialog('Edit label'), 'Save').click();
  await expect(app.success('Label saved')).toBeVisible();
  await app.button('Edit collection Work').click();
  await app.dialog('Edit collection').getByLabel('Collection name', { exact: true }).fill('R&D');
  await submit(app.dialog('Edit collection'), 'Save').click();
  await expect(app.success('Collection saved')).toBeVisible();
  await expect(app.tasks).toHaveCount(1);
  await expect(app.link('Names')).toHaveAccessibleDescription('1 task');

  await app.openCollection('R&D');
  await app.button('Section Ideas').click();
  await app.menuItem('Rename').click();
  await app.page.getByLabel('Section name', { exact: true }).fill('Thoughts');
  await app.page.keyboard.press('Enter');
  await expect(app.success('Section renamed')).toBeVisible();
  await app.button('Edit filter Names').click();
  await expect(field(dialog, 'Query')).toHaveValue('#"R&D" & /Thoughts & @"Round trip"');
  await expect(status(dialog)).toHaveText('1 task');
  await app.cancel(dialog);
  await app.page.keyboard.press('Control+z');
  await expect(app.success('Change undone')).toBeVisible();
  await app.button('Edit filter Names').click();
  await expect(field(dialog, 'Query')).toHaveValue('#"R&D" & /Ideas & @"Round trip"');
  await app.cancel(dialog);

  await app.link('Names').click();
  await expect(app.heading('Names')).toBeVisible();
  await app.button('Delete filter Names').click();
  await app.confirmDeletion();
  await expect(app.heading('Today')).toBeVisible();
  await expect(filters(app)).toHaveText([/^All/]);
  await app.undo('Filter deleted', 'Deletion undone');
  await expect(filters(app)).toHaveText([/^Names/, /^All/]);
  await expect(app.link('Names')).toHaveAccessibleDescription('1 task');
});

test('[V5] Filters work by keyboard alone', async ({ app }) => {
  await app.begin({ Work: ['Write report'] });
  await expect(app.task('Write report')).toBeVisible();
  const { keyboard } = app.page;
  const pressOn = async (target: Locator) => {
    await tabTo(app, target);
    await keyboard.press('Enter');
  };

  await pressOn(app.button('Add filter'));
  const dialog = app.dialog('Add filter');
  await expect(field(dialog, 'Filter name')).toBeFocused();
  await keyboard.type('Mine');
  await tabTo(app, field(dialog, 'Query'));
  await keyboard.type('#Wrk');
  await expect(status(dialog)).toHaveText(/There is no collection “Wrk”/);
  await pressOn(dialog.getByRole('button', { name: 'Use #Work', exact: true }));
  await expect(status(dialog)).toHaveText('1 task');
  await tabTo(app, dialog.getByRole('switch', { name: 'Favorite', exact: true }));
  await keyboard.press('Space');
  await pressOn(submit(dialog));
  await expect(app.success('Filter added')).toBeVisible();
  await expect(app.button('Add filter')).toBeFocused();
  await pressOn(app.link('Mine'));
  await expect(app.heading('Mine')).toBeFocused();
  await expect(app.task('Write report')).toBeVisible();
  await pressOn(app.button('Delete filter Mine'));
  await pressOn(app.page.getByRole('button', { name: 'Confirm', exact: true }));
  await expect(app.heading('Today')).toBeVisible();
  await keyboard.press('Control+z');
  await expect(app.link('Mine')).toHaveAccessibleDescription('1 task');
});

test('[V5] A filter is made and followed offline and at 320 px', async ({ app: phone, server }) => {
  const wire = await phone.wire();
  await phone.begin();
  const [home = ''] = await seedCollections(phone, server, ['Home']);
  await seedTasks(phone, server, ['Water the roses', { name: 'x'.repeat(300) }], {
    collectionId: home,
    date: day(),
  });
  await expect(phone.tasks).toHaveCount(2);
  await wire.cut();
  await phone.page.setViewportSize({ width: 320, height: 640 });

  await phone.showSidebar();
  await phone.button('Add filter').click();
  const dialog = phone.dialog('Add filter');
  await field(dialog, 'Filter name').fill('y'.repeat(120));
  await field(dialog, 'Query').fill(`#Home & !${'z'.repeat(200)}`);
  await expect(status(dialog)).toHaveText('2 tasks');
  await expectNoOverflow(phone);
  await field(dialog, 'Query').fill(`#${'z'.repeat(200)}`);
  await expect(status(dialog)).toHaveText(/There is no collection/);
  await expectNoOverflow(phone);
  await field(dialog, 'Query').fill('#Home');
  await submit(dialog).click();
  await expect(dialog).toBeHidden();
  await phone.showSidebar();
  await phone.link('y'.repeat(120)).click();
  await expect(phone.tasks).toHaveCount(2);
  await expectNoOverflow(phone);
  expect(await violationsOf(phone, 'a filter on a phone')).toEqual([]);
  await phone.completeTask('Water the roses');
  await expect(phone.tasks).toHaveCount(1);

  await wire.mend();
  await expect(phone.synced).toBeAttached();
  await phone.showSidebar();
  await expect(phone.link('y'.repeat(120))).toHaveAccessibleDescription('1 task');
});

test.describe('in a window with room', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('[V5] No part of a dialog is covered by the fade at its edge', async ({ app }) => {
    await app.begin({ Home: ['A', 'B', 'C', 'D', 'E', 'F'] });
    await expect(app.tasks).toHaveCount(6);
    await app.button('Add filter').click();
    const dialog = app.dialog('Add filter');
    await field(dialog, 'Query').fill('today');
    await expect(status(dialog)).toHaveText('6 tasks');
    const { last, fade, hidden } = await dialog.evaluate((popup) => {
      const actions = popup.querySelector('[data-dialog-actions]');
      if (!actions?.previousElementSibling) throw new Error('The dialog has no buttons.');
      const height = Number.parseFloat(getComputedStyle(actions, '::before').blockSize);
      return {
        last: actions.previousElementSibling.getBoundingClientRect().bottom,
        fade: actions.getBoundingClientRect().top - height,
        hidden: popup.scrollHeight - popup.clientHeight,
      };
    });
    expect(hidden).toBe(0);
    expect(last).toBeLessThanOrEqual(fade);
  });
});
