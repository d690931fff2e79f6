import type { Locator } from '@playwright/test';

import { COLORS } from '#src/domain/colors.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const styleOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { backgroundColor, borderStyle, outlineStyle } = getComputedStyle(element);
    return { backgroundColor, borderStyle, outlineStyle };
  });

/** The color in the browser's notation. */
function rgb(hex: string): string {
  const channels = hex.match(/[0-9a-f]{2}/gi) ?? [];
  return `rgb(${channels.map((channel) => Number.parseInt(channel, 16)).join(', ')})`;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`In high contrast, ${colorScheme}, the colours of collections and what is chosen are seen`, async ({
    newDevice,
  }) => {
    const app = await newDevice({ forcedColors: 'active', colorScheme });
    await app.begin();
    await app.button('Add collection').click();
    const dialog = app.dialog('Add collection');
    const radio = dialog.getByRole('radio', { name: 'Fern', exact: true });
    await radio.check();

    const swatches = dialog.getByRole('radio').locator('xpath=following-sibling::span');
    const shown = await Promise.all((await swatches.all()).map(styleOf));
    expect(shown).toEqual(
      COLORS.map(({ hex }) => ({ backgroundColor: rgb(hex), borderStyle: 'solid', outlineStyle: 'none' })),
    );
    const frames = dialog.getByRole('radiogroup').locator('label');
    const outlines = await Promise.all((await frames.all()).map(styleOf));
    expect(outlines.map(({ outlineStyle }) => outlineStyle === 'solid')).toEqual(
      COLORS.map(({ name }) => name === 'Fern'),
    );

    await dialog.getByLabel('Collection name', { exact: true }).fill('Home');
    await dialog.getByRole('button', { name: 'Add Collection', exact: true }).click();
    await app.addTask('Water the ferns', { collection: 'Home' });
    await app.openCollection('Home');
    const dots = app.page.locator('[aria-hidden][style*="background-color"]');
    expect(await dots.count()).toBeGreaterThan(0);
    for (const dot of await dots.all())
      expect(await styleOf(dot)).toMatchObject({ backgroundColor: rgb('#63B76C'), borderStyle: 'solid' });
    // The current page's link differs from the others in more than its font weight.
    const [open, other] = [await styleOf(app.link('Home')), await styleOf(app.link('Today'))];
    expect(open.backgroundColor).not.toBe(other.backgroundColor);

    await app.page.keyboard.press('Tab');
    expect((await styleOf(app.page.locator(':focus-visible'))).outlineStyle).toBe('solid');
  });
}
