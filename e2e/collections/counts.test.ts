import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';

/** The number beside a link of the sidebar; screen readers get it as the link's description. */
async function expectCount(app: App, name: string, shown: string, described: string): Promise<void> {
  await expect(app.link(name)).toHaveText(`${name} ${shown}`.trim(), { useInnerText: true });
  await expect(app.link(name)).toHaveAccessibleDescription(described);
}

test('The sidebar counts the active tasks', async ({ app }) => {
  await app.begin(['Home']);
  for (const name of ['Overdue', 'Today', 'Upcoming', 'Completed', 'Home']) {
    await expectCount(app, name, '', '');
  }

  await app.addTask('Sweep', { collection: 'Home', date: day(-2) });
  await app.addTask('Dust', { collection: 'Home', date: day(-1) });
  await app.addTask('Cook', { collection: 'Home' });
  await app.addTask('Shop', { collection: 'Home', date: day(1) });
  await expectCount(app, 'Overdue', '2', '2 tasks');
  await expectCount(app, 'Today', '1', '1 task');
  await expectCount(app, 'Upcoming', '1', '1 task');
  await expectCount(app, 'Home', '4', '4 tasks');

  await app.completeTask('Cook');
  await expectCount(app, 'Today', '', '');
  await expectCount(app, 'Home', '3', '3 tasks');
  await expectCount(app, 'Completed', '', '');
});

test('The menu of a phone shows the same counts, in the language of the interface in any browser', async ({
  server,
  newDevice,
}) => {
  const viewport = { width: 375, height: 700 };
  const phone = await newDevice({ hasTouch: true, isMobile: true, viewport, locale: 'de-DE' });
  await phone.begin();
  const [home] = await seedCollections(phone, server, ['Home']);
  const names = Array.from({ length: 411 }, (_, index) => `Step ${index + 1}`);
  for (const offset of [0, 1, 2]) {
    await seedTasks(phone, server, names, { date: day(offset), collectionId: home! });
  }
  await phone.button('Menu').tap();
  await expectCount(phone, 'Home', '1,233', '1,233 tasks');
  await expectCount(phone, 'Today', '411', '411 tasks');
  await expectCount(phone, 'Upcoming', '822', '822 tasks');
});

test('A change updates only its own counts, and nothing else of the sidebar', async ({ app }) => {
  await app.begin({ Home: ['Sweep', 'Dust'], Work: [{ name: 'Report', date: day(1) }] });
  await expectCount(app, 'Work', '1', '1 task');
  // They come in scripts of their own.
  for (const name of ['Add label', 'Add filter']) await expect(app.button(name)).toBeVisible();
  const touched = await app.navigation.evaluateHandle((navigation) => {
    const links = new Set<string>();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        links.add(element?.closest('a')?.getAttribute('href') ?? 'outside the links');
      }
    }).observe(navigation, { subtree: true, childList: true, characterData: true, attributes: true });
    return links;
  });

  await app.completeTask('Dust');

  await expectCount(app, 'Home', '1', '1 task');
  await expectCount(app, 'Today', '1', '1 task');
  expect(await touched.evaluate((links) => [...links].toSorted())).toEqual([
    '/app/project/Home',
    '/app/today',
  ]);
});
