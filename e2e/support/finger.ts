import type { App } from './app.ts';
import { expect } from './fixtures.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A finger that stays on the screen until `up`. */
export async function fingerOn(app: App) {
  const devtools = await app.context.newCDPSession(app.page);
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: readonly (Place & { readonly id: number })[],
  ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y, id: 0 }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y, id: 0 }]),
    up: () => send('touchEnd', []),
    /** Taps with a second finger, while the first stays where it is. */
    tapBeside: async (first: Place, other: Place) => {
      const second = { ...other, id: 1 };
      await send('touchStart', [{ ...first, id: 0 }, second]);
      await send('touchEnd', [second]);
    },
  };
}

/** Resolves when the finger has lifted the task. */
export const isLifted = (app: App, name: string) =>
  expect.poll(() => app.task(name).evaluate((row) => row.hasAttribute('data-lifted')));
