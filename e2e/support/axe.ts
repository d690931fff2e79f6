import { AxeBuilder } from '@axe-core/playwright';

import type { App } from './app.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations that axe finds on the present screen, in both themes; each on a line with `screen`. */
export async function violationsOf(app: App, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page: app.page })
      .setLegacyMode()
      // They hand the focus on at once.
      .exclude('[data-base-ui-focus-guard]');
    // The themes differ only in colors.
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(RULES) : axe.withRules('color-contrast')
    ).analyze();
    const hasPopup = await app.page
      .locator('[role="menu"], [role="dialog"]:not([aria-modal="true"])')
      .count();
    for (const { id, nodes } of violations) {
      for (const { target, html, failureSummary } of nodes) {
        // An open menu stands beside all landmarks, as a dialog does, which the rule allows.
        if (id === 'region' && html.includes('role="menu"')) continue;
        // A menu or popover may cover a part of a target, since it closes before that is pressed.
        if (id === 'target-size' && hasPopup > 0 && failureSummary?.includes('partially obscured')) continue;
        found.push(`${screen}, ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`);
      }
    }
  }
  return found;
}
