import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { mutateInPage } from '#e2e/support/page-replica.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';
import { newId } from '#src/domain/id.ts';

const inSection = (app: App, name: string) =>
  app.page.getByRole('main').getByRole('list', { name, exact: true }).getByRole('listitem');

/** Adds a label to a task, on its page beside the list. */
async function label(app: App, task: string, name: string): Promise<void> {
  await app.rowLink(task).click();
  await app.panel.getByRole('button', { name: /^Labels/ }).click();
  await expect(app.page.locator('input:focus')).toBeVisible();
  await app.page.keyboard.type(name);
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Enter');
  await expect(app.task(task).getByText(name, { exact: true })).toBeVisible();
  await app.button('Close task').click();
}

test('[T5] [T6] [R3] Two devices offline order a list, label a task, complete a time, and one deletes a section that the other fills', async ({
  app: train,
  server,
  newDevice,
}) => {
  const trainWire = await train.wire();
  const user = await train.begin();
  const [collectionId = ''] = await seedCollections(train, server, ['Home']);
  await train.openCollection('Home');
  const sectionId = newId();
  await mutateInPage(train.page, [
    { name: 'section.add', args: { id: sectionId, collectionId, name: 'Kitchen', place: '', at: 1 } },
  ]);
  await expect(train.synced).toBeVisible();
  const water = { name: 'Water', repeat: 'FREQ=DAILY' };
  await seedTasks(train, server, ['Sweep', 'Dust', water], { collectionId, date: day() });
  await seedTasks(train, server, [{ name: 'Cook', sectionId, at: 3 }], { collectionId, date: day() });
  const plane = await newDevice();
  const planeWire = await plane.wire();
  await plane.join(user);
  await plane.openCollection('Home');
  for (const device of [train, plane]) await expect(device.tasks).toHaveCount(4);
  await trainWire.cut();
  await planeWire.cut();

  await train.task('Dust').focus();
  await train.page.keyboard.press('Alt+ArrowUp');
  await label(train, 'Sweep', 'waiting');
  await train.button('Section Kitchen').click();
  await train.menuItem('Delete').click();
  await train
    .dialog('Are you sure you want to delete?')
    .getByRole('button', { name: 'Keep the tasks' })
    .click();
  await train.completeTask('Water');

  await label(plane, 'Sweep', 'outside');
  await mutateInPage(plane.page, [
    {
      name: 'task.add',
      args: {
        id: newId(),
        name: 'Bake',
        description: '',
        date: day(),
        collectionId,
        sectionId,
        at: Date.now(),
      },
    },
  ]);
  await expect(inSection(plane, 'Kitchen')).toContainText(['Cook', 'Bake']);
  await plane.completeTask('Water');

  await trainWire.mend();
  await expect(train.synced).toBeVisible();
  await planeWire.mend();
  for (const device of [train, plane]) {
    await expect(device.synced).toBeVisible();
    await expect(inSection(device, 'Home').locator('[data-control="open"]')).toHaveText([
      'Dust',
      'Sweep',
      'Water',
      'Cook',
      'Bake',
    ]);
    for (const name of ['waiting', 'outside'])
      await expect(device.task('Sweep').getByText(name, { exact: true })).toBeVisible();
    await expect(device.link('Needs attention 1')).toBeHidden();
    await device.open('Completed');
    await expect(device.task('Water')).toHaveCount(1);
  }
});
