import type { App } from './app.ts';
import { expect } from './fixtures.ts';

/** A finger on the screen, until it is lifted. */
export async function fingerOn(app: App) {
  const devtools = await app.context.newCDPSession(app.page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y }]),
    up: () => send('touchEnd', []),
  };
}

/** Whether the finger has taken the task up by now. */
export const isLifted = (app: App, name: string) =>
  expect.poll(() => app.task(name).evaluate((row) => row.hasAttribute('data-lifted')));
