import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

for (const width of [1280, 375]) {
  test(`[T8] At ${width} px what is in an archived collection shows in its page alone, and comes back`, async ({
    app,
    newDevice,
  }) => {
    await app.page.setViewportSize({ width, height: 700 });
    const user = await app.begin({ Home: ['Sweep'], Garden: ['Weed', 'Plant'] });
    await app.completeTask('Plant');
    await app.openCollection('Garden');
    await app.button('Collection Garden').click();
    await app.menuItem('Archive').click();
    await expect(app.page.getByText('This collection is archived')).toBeVisible();
    await expect(app.task('Weed')).toBeVisible();
    await app.undo('Collection archived', 'Archiving undone');
    await expect(app.page.getByText('This collection is archived')).toBeHidden();
    await app.button('Collection Garden').click();
    await app.menuItem('Archive').click();
    await expect(app.page.getByText('This collection is archived')).toBeVisible();
    expect(await violationsOf(app, 'an archived collection')).toEqual([]);

    const desk = await newDevice();
    await desk.join(user);
    for (const device of [app, desk]) {
      await device.open('Today');
      await expect(device.task('Sweep')).toBeVisible();
      await expect(device.task('Weed')).toBeHidden();
      await device.open('Completed');
      await expect(device.task('Plant')).toBeHidden();
      await device.showSidebar();
      await expect(device.link('Garden')).toBeHidden();
    }
    // New tasks can be added to it only from its own page.
    await app.page.keyboard.press('Escape');
    const dialog = await app.openTaskDialog();
    await expect(dialog.getByLabel('Collection', { exact: true }).getByRole('option')).toHaveText([
      'Select Collection',
      'Home',
    ]);
    await app.cancel(dialog);

    await app.showSidebar();
    await app.link('Archived').click();
    await expect(app.heading('Archived')).toBeVisible();
    expect(await violationsOf(app, 'Archived')).toEqual([]);
    await app.page.getByRole('main').getByRole('link', { name: 'Garden', exact: true }).click();
    await expect(app.heading('Garden')).toBeVisible();
    await expect(app.task('Weed')).toBeVisible();
    await app.addTask('Water', { collection: 'Garden' });
    await expect(app.task('Water')).toBeVisible();

    await app.showSidebar();
    await app.link('Archived').click();
    await app.button('Unarchive Garden').click();
    await expect(app.page.getByText('Nothing archived')).toBeVisible();
    expect(await violationsOf(app, 'nothing archived')).toEqual([]);
    for (const device of [app, desk]) {
      await device.open('Completed');
      await expect(device.task('Plant')).toBeVisible();
      await device.open('Today');
      for (const name of ['Sweep', 'Weed', 'Water']) await expect(device.task(name)).toBeVisible();
    }
  });
}

test('[T8] two devices offline: one archives a collection, the other adds a task to it; the task is archived too', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(['Home', 'Garden']);
  const desk = await newDevice();
  const wire = await desk.wire();
  await desk.join(user);
  await expect(desk.link('Garden')).toBeVisible();
  await wire.cut();
  await desk.addTask('Weed', { collection: 'Garden' });
  await expect(desk.task('Weed')).toBeVisible();
  await app.openCollection('Garden');
  await app.button('Collection Garden').click();
  await app.menuItem('Archive').click();
  await expect(app.synced).toBeVisible();
  await wire.mend();
  await expect(app.task('Weed')).toBeVisible();
  await expect(desk.task('Weed')).toBeHidden();
  await desk.link('Archived').click();
  await desk.page.getByRole('main').getByRole('link', { name: 'Garden', exact: true }).click();
  await expect(desk.task('Weed')).toBeVisible();
});
