import { expect, type Locator } from '@playwright/test';
import type { App } from './app.ts';

/** Uses the button in the sidebar, or in the menu on narrow screens. */
export async function openCollectionDialog(app: App, name: string): Promise<Locator> {
  await app.link(name).hover();
  await app.button(`Edit collection ${name}`).click();
  return app.dialog('Edit collection');
}

export async function editCollection(
  app: App,
  name: string,
  changes: { readonly name?: string; readonly color?: string },
): Promise<void> {
  const dialog = await openCollectionDialog(app, name);
  if (changes.name !== undefined)
    await dialog.getByLabel('Collection name', { exact: true }).fill(changes.name);
  if (changes.color !== undefined)
    await dialog.getByRole('radio', { name: changes.color, exact: true }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}
