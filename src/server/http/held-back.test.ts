import { expect, test } from 'vitest';

import { Rates } from '#src/sync/server/rates.ts';
import { HeldBack } from './held-back.ts';

test('a client past its rate is held back, and others are not', async () => {
  const held = new HeldBack(new Rates({ burst: 2, perSecond: 1 / 3_600 }, () => 0));
  await held.hold('ada');
  await held.hold('ada');

  let isHeld = true;
  void held.hold('ada').then(() => (isHeld = false));
  await held.hold('bob');

  expect(isHeld).toBe(true);
});
