// Makes the README's pictures of the running app, from demonstration data: node scripts/screenshot.ts
import { chromium } from '@playwright/test';
import { calendarDayAt } from '#src/domain/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { ServerProcess } from '#src/server/testing/server-process.ts';

const COLLECTIONS = [
  { name: 'Home', color: 'Fern' },
  { name: 'Work', color: 'Maximum Blue' },
  { name: 'Garden', color: 'Light Green' },
  { name: 'Reading list', color: 'Lavender' },
  { name: 'Trip to Lisbon', color: 'Burnt Orange' },
];
const TASKS = [
  { name: 'Water the tomatoes', description: '', collection: 'Garden' },
  { name: 'Prepare the slides for Monday', description: 'Ten slides at most', collection: 'Work' },
  { name: 'Book the hotel in Alfama', description: 'Near the tram line 28', collection: 'Trip to Lisbon' },
  { name: 'Call the dentist', description: '', collection: 'Home' },
  { name: 'Read chapter four', description: '', collection: 'Reading list' },
];

const server = await ServerProcess.start();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 2 });
  await page.goto(`${server.url}/auth/signup`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(`${newId()}@example.com`);
  await page.getByLabel('Password').fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Sign up' }).click();
  for (const { name, color } of COLLECTIONS) {
    await page.getByRole('button', { name: 'Add collection', exact: true }).click();
    await page.getByLabel('Collection name').fill(name);
    await page.getByRole('radio', { name: color }).check({ force: true });
    await page.getByRole('button', { name: 'Add Collection', exact: true }).click();
    await page.getByRole('link', { name, exact: true }).waitFor();
  }
  const today = calendarDayAt(Date.now());
  for (const { name, description, collection } of TASKS) {
    await page.getByRole('button', { name: 'Add task', exact: true }).click();
    await page.getByLabel('Task name').fill(name);
    await page.getByLabel('Description').fill(description);
    await page.getByLabel('Date', { exact: true }).fill(today);
    await page.getByLabel('Collection', { exact: true }).selectOption({ label: collection });
    await page.getByRole('button', { name: 'Add Task', exact: true }).click();
    await page.getByText(name, { exact: true }).waitFor();
  }
  // A page anew has no notification on it.
  await page.reload();
  await page.getByText('Read chapter four', { exact: true }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.mouse.move(0, 700);
    await page.screenshot({ path: `docs/images/today-${colorScheme}.png` });
  }
} finally {
  await browser.close();
  await server.dispose();
}
