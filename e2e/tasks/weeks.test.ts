import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';

test('[V8] Upcoming shows weeks; a task is dragged to an empty day, and another one added there', async ({
  app,
}) => {
  await app.begin({
    Home: [
      { name: 'Bake', date: day(1) },
      { name: 'Travel', date: day(200) },
    ],
  });
  await app.open('Upcoming');
  // The list has the days with tasks.
  await expect(app.page.locator('main section[data-section]')).toHaveCount(2);
  await app.button('View').click();
  await app.dialog('View').getByRole('button', { name: 'Weeks', exact: true }).click();
  await app.page.keyboard.press('Escape');
  const dayOf = (offset: number) => app.page.locator(`main section[data-section="${day(offset)}"]`);
  await expect(dayOf(3)).toBeVisible();
  expect(await violationsOf(app, 'weeks')).toEqual([]);

  await expect(app.page.locator('[data-draggable]')).toBeAttached();
  const from = (await app.rowLink('Bake').boundingBox())!;
  const to = (await dayOf(3).boundingBox())!;
  await app.page.mouse.move(from.x + 20, from.y + from.height / 2);
  await app.page.mouse.down();
  await app.page.mouse.move(from.x + 20, to.y + to.height - 6, { steps: 5 });
  await app.page.mouse.up();
  await expect(dayOf(3)).toContainText('Bake');
  await app.button(`Add task on ${fullDay(day(2), 'en-US')}`).click();
  await app.dialog('Add task').getByPlaceholder('Task name').fill('Rest');
  await app.dialog('Add task').getByLabel('Collection', { exact: true }).selectOption('Home');
  await app.dialog('Add task').getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(dayOf(2)).toContainText('Rest');

  const goTo = app.page.getByLabel('Go to the week of', { exact: true });
  await goTo.fill('some day');
  await goTo.press('Enter');
  await expect(goTo).toHaveAccessibleDescription('Please enter a day, such as “next friday”');
  await goTo.fill('in 200 days');
  await goTo.press('Enter');
  await expect(app.task('Travel')).toBeInViewport();
  await app.button('This week').click();
  await expect(dayOf(1)).toBeInViewport();
  // Two weeks on, since the day just left may lie behind the toolbar.
  await app.button('Next week').dblclick();
  await expect(dayOf(1)).not.toBeInViewport();
  await app.button('Previous week').dblclick();
  await expect(dayOf(1)).toBeInViewport();
});
