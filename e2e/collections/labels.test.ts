import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { mutateInPage } from '#e2e/support/page-replica.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';
import { newId } from '#src/domain/id.ts';

test('[T5] [V5] A label has a page of its tasks, is renamed, and leaves them when it is deleted', async ({
  app,
  server,
}) => {
  await app.begin();
  const [collectionId = ''] = await seedCollections(app, server, ['Home']);
  const [sweep = ''] = await seedTasks(app, server, ['Sweep', 'Cook'], { collectionId, date: day() });
  await expect(app.tasks).toHaveCount(2);
  const label = newId();
  await mutateInPage(app.page, [
    { name: 'label.add', args: { id: label, name: 'Errand', color: '#63B76C', at: 1 } },
    { name: 'task.label', args: { id: sweep, add: label, at: 1 } },
  ]);

  await app.button('Add label').click();
  const added = app.dialog('Add label');
  const name = added.getByLabel('Label name', { exact: true });
  await added.getByRole('radio', { name: 'Fern', exact: true }).check();
  await name.fill('Errand');
  const submit = added.getByRole('button', { name: 'Add Label', exact: true });
  await expect(submit).toBeDisabled();
  await name.fill('a/b');
  await submit.click();
  await expect(app.success('Label added')).toBeVisible();
  await app.link('a/b').click();
  await expect(app.heading('a/b')).toBeVisible();
  await expect(app.tasks).toHaveCount(0);

  await app.link('Errand').click();
  await expect(app.heading('Errand')).toBeVisible();
  await expect(app.page).toHaveURL('/app/label/Errand');
  await expect(app.tasks).toContainText(['Sweep']);
  await expect(app.link('Errand')).toHaveAccessibleDescription('1 task');
  expect(await violationsOf(app, 'a label')).toEqual([]);

  await app.button('Edit label Errand').click();
  const edited = app.dialog('Edit label');
  await edited.getByLabel('Label name', { exact: true }).fill('Round');
  await edited.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.heading('Round')).toBeVisible();
  await expect(app.page).toHaveURL('/app/label/Round');

  await app.button('Delete label Round').click();
  await app.confirmDeletion();
  await expect(app.heading('Today')).toBeVisible();
  await expect(app.tasks).toHaveCount(2);
  await expect(app.link('Round')).toBeHidden();
  await app.undo('Label deleted', 'Deletion undone');
  await expect(app.link('Round')).toHaveAccessibleDescription('1 task');
});
