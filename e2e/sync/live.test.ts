import { expect, test } from '#e2e/support/fixtures.ts';
import { day } from '#e2e/support/days.ts';

// The product promises one second; a busy machine with two browsers and a server gets more.
const AT_ONCE = { timeout: 5_000 };

test('A user plans on one device and sees every change on the other, without a reload', async ({
  app: desk,
  newDevice,
}) => {
  const user = await desk.begin();
  const phone = await newDevice();
  await phone.join(user);

  await desk.addCollection('Garden', 'Fern');
  await expect(phone.link('Garden')).toBeVisible(AT_ONCE);

  await phone.addTask('Water the tomatoes', { collection: 'Garden', description: 'The small ones too' });
  await expect(desk.task('Water the tomatoes')).toBeVisible(AT_ONCE);
  await expect(desk.task('Water the tomatoes')).toContainText('The small ones too');

  await desk.editTask('Water the tomatoes', { name: 'Water all plants', date: day(1) });
  await expect(phone.task('Water the tomatoes')).toBeHidden(AT_ONCE);
  await phone.open('Upcoming');
  await expect(phone.task('Water all plants')).toBeVisible();

  await phone.completeTask('Water all plants');
  await desk.open('Completed');
  await expect(desk.task('Water all plants')).toBeVisible(AT_ONCE);

  await phone.open('Completed');
  await expect(phone.task('Water all plants')).toBeVisible();
  await desk.deleteTask('Water all plants');
  await expect(phone.task('Water all plants')).toBeHidden(AT_ONCE);

  await phone.deleteCollection('Garden');
  await expect(desk.link('Garden')).toBeHidden(AT_ONCE);
});
