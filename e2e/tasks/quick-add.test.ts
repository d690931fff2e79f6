import type { Locator } from '@playwright/test';
import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

const nameIn = (dialog: Locator) => dialog.getByLabel('Task name', { exact: true });
const understood = (dialog: Locator) => dialog.getByRole('list', { name: 'Understood', exact: true });
const keep = (dialog: Locator, words: string) =>
  dialog.getByRole('button', { name: `Keep as text: ${words}`, exact: true });
const adds = (dialog: Locator) => dialog.getByRole('status').filter({ hasText: /^Adds/ });
const keptAsText = (app: App) => app.page.getByRole('list', { name: 'Words kept as text', exact: true });

test('[Q3] [Q4] A line is read during typing; a dismissed wording stays text on all devices until it is forgotten', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(['Home']);
  const { keyboard } = app.page;

  const dialog = await app.openTaskDialog();
  await nameIn(dialog).pressSequentially('Water the roses');
  await expect(nameIn(dialog)).toHaveValue('Water the roses');
  await expect(understood(dialog)).toBeHidden();
  await expect(adds(dialog)).toBeHidden();
  await nameIn(dialog).pressSequentially(' tomorrow #Home p2');
  await expect(understood(dialog).getByRole('listitem')).toHaveCount(3);
  await expect(keep(dialog, '#Home')).toHaveAccessibleDescription('Collection Home');
  await expect(keep(dialog, 'p2')).toHaveAccessibleDescription('Priority 2');
  await expect(adds(dialog)).toContainText('Adds “Water the roses”');
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(day(1));
  await expect(dialog.getByLabel('Collection', { exact: true }).locator('option:checked')).toHaveText('Home');
  await expect(dialog.getByRole('button', { name: 'Priority 2' })).toBeVisible();
  expect(await violationsOf(app, 'Add task')).toEqual([]);

  // At its end, Backspace makes it text; the next Backspace deletes a letter.
  await nameIn(dialog).press('Backspace');
  await expect(keep(dialog, 'p2')).toBeHidden();
  await expect(nameIn(dialog)).toHaveValue('Water the roses tomorrow #Home p2');
  await expect(adds(dialog)).toContainText('Adds “Water the roses p2”');
  await nameIn(dialog).press('Backspace');
  await expect(nameIn(dialog)).toHaveValue('Water the roses tomorrow #Home p');
  await nameIn(dialog).pressSequentially('1');
  await expect(keep(dialog, 'p1')).toBeVisible();

  // A picked value replaces the typed one, until the user types it again or undoes the pick.
  const date = dialog.getByLabel('Date', { exact: true });
  const today = dialog.getByRole('button', { name: /^Today/ });
  await today.click();
  await expect(nameIn(dialog)).toHaveValue('Water the roses #Home p1');
  await expect(keep(dialog, 'tomorrow')).toBeHidden();
  await expect(keep(dialog, '#Home')).toBeVisible();
  await expect(adds(dialog)).toContainText('Adds “Water the roses”');
  await expect(date).toHaveValue(day());
  await expect(today).toBeFocused();
  await keyboard.press('ControlOrMeta+z');
  await expect(nameIn(dialog)).toHaveValue('Water the roses tomorrow #Home p1');
  await expect(date).toHaveValue(day(1));
  await today.click();
  await nameIn(dialog).press('End');
  await nameIn(dialog).pressSequentially(' tomorrow');
  await expect(date).toHaveValue(day(1));
  await date.fill(day(3));
  await expect(nameIn(dialog)).toHaveValue('Water the roses #Home p1');
  await nameIn(dialog).press('Enter');
  await expect(dialog).toBeHidden();
  await app.openCollection('Home');
  await expect(app.task('Water the roses')).toBeVisible();

  // Dismissed on this device.
  await app.openTaskDialog();
  await nameIn(dialog).fill('Mop Tomorrow');
  await keep(dialog, 'Tomorrow').click();
  await expect(understood(dialog)).toBeHidden();
  await expect(nameIn(dialog)).toBeFocused();
  await expect(adds(dialog)).toContainText('Adds “Mop Tomorrow”');
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.task('Mop Tomorrow')).toBeVisible();
  await expect(app.synced).toBeVisible();

  // The other device keeps it as text too.
  const other = await newDevice();
  await other.join(user);
  const there = await other.openTaskDialog();
  await nameIn(there).fill('Call tomorrow p3');
  await expect(keep(there, 'p3')).toBeVisible();
  await expect(keep(there, 'tomorrow')).toBeHidden();
  await nameIn(there).fill('');
  await other.cancel(there);
  await other.openAccount('Preferences');
  await expect(keptAsText(other).getByRole('listitem')).toHaveText([/^Tomorrow/]);
  expect(await violationsOf(other, 'Account')).toEqual([]);
  await keptAsText(other).getByRole('button', { name: 'Forget Tomorrow', exact: true }).click();
  await expect(keptAsText(other)).toBeHidden();
  await expect(other.synced).toBeVisible();

  await app.openTaskDialog();
  await nameIn(dialog).fill('Call tomorrow');
  await expect(keep(dialog, 'tomorrow')).toBeVisible();
});

test('[Q3] A new collection, section and label are added with the task, and one undo removes them with it', async ({
  app,
}) => {
  await app.begin(['Home']);
  const { keyboard } = app.page;
  const dialog = await app.openTaskDialog();
  const options = dialog.getByRole('listbox', { name: 'Suggestions', exact: true }).getByRole('option');

  await nameIn(dialog).pressSequentially('Paint #ho');
  await expect(options).toHaveText(['Home', 'Create collection “ho”']);
  expect(await violationsOf(app, 'Add task')).toEqual([]);
  // The list closes, and the dialog stays.
  await keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await keyboard.press('Backspace');
  await keyboard.press('Backspace');
  await keyboard.type('Cellar');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(nameIn(dialog)).toHaveValue('Paint #Cellar ');
  await keyboard.type('/Walls');
  await options.filter({ hasText: 'Create section “Walls”' }).click();
  await keyboard.type('@dry');
  await options.filter({ hasText: 'Create label “dry”' }).click();
  await expect(adds(dialog)).toContainText('Adds “Paint”');
  await expect(dialog.getByLabel('Collection', { exact: true }).locator('option:checked')).toHaveText(
    'Cellar',
  );
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await app.openCollection('Cellar');
  await expect(app.task('Paint').getByText('dry', { exact: true })).toBeVisible();
  await expect(app.page.getByRole('heading', { name: 'Walls', exact: true })).toBeVisible();

  await keyboard.press('ControlOrMeta+z');
  await expect(app.link('Cellar')).toBeHidden();
});

test('[Q3] A keyboard composes letters undisturbed, and the text is read once they are final', async ({
  app,
}) => {
  await app.begin(['Home']);
  const dialog = await app.openTaskDialog();
  await nameIn(dialog).pressSequentially('茶 p1 ');
  await expect(keep(dialog, 'p1')).toBeVisible();
  const devtools = await app.context.newCDPSession(app.page);
  for (const text of ['あ', 'あし', 'あした'])
    await devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await expect(nameIn(dialog)).toHaveValue('茶 p1 あした');
  // No marks during composition: the letters are not final yet.
  await expect(understood(dialog)).toBeHidden();
  await devtools.send('Input.insertText', { text: '明日' });
  await expect(nameIn(dialog)).toHaveValue('茶 p1 明日');
  await expect(keep(dialog, 'p1')).toBeVisible();
  await expect(adds(dialog)).toContainText('Adds “茶 明日”');
});

test('[Q3] The understood words fit a phone, in each theme and direction', async ({ newDevice }) => {
  const app = await newDevice({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await app.begin(['Garden club with a rather long name for a phone']);
  const dialog = await app.openTaskDialog();
  await nameIn(dialog).fill(
    'Call the nursery about the roses tomorrow p1 #Garden club with a rather long name for a phone',
  );
  await expect(understood(dialog).getByRole('listitem')).toHaveCount(3);
  await expectNoOverflow(app);
  // The marks scroll with the text.
  await nameIn(dialog).press('End');
  const places = await nameIn(dialog).evaluate((input) => [
    input.scrollLeft,
    input.parentElement?.querySelector('[aria-hidden]')?.scrollLeft,
  ]);
  expect(places[1]).toBe(places[0]);
  await nameIn(dialog).fill('לקנות חלב tomorrow');
  await expect(understood(dialog).getByRole('listitem')).toHaveCount(1);
  // Scrolled to the end, the dialog's buttons cover no part of the details.
  await dialog.getByRole('group', { name: 'Details' }).evaluate((details) => details.scrollIntoView(false));
  expect(await violationsOf(app, 'Add task')).toEqual([]);
});
