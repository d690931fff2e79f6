import type { BrowserContext } from '@playwright/test';

/**
 * Collects complaints of a browser: errors and warnings on the console, uncaught errors, and dialogs of
 * scripts. An unexpected complaint fails the test.
 */
export class ConsoleWatch {
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      const type = message.type();
      if (type === 'error' || type === 'warning') this.#complaints.push(`${type}: ${message.text()}`);
    });
    context.on('weberror', (error) => this.#complaints.push(`uncaught: ${error.error().stack}`));
    context.on('dialog', (dialog) => {
      this.#complaints.push(`dialog: ${dialog.type()} ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /**
   * For tests that cut the network or are rejected on purpose: browsers write each such answer to the
   * console.
   */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  unexpected(): string[] {
    return this.#complaints.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
