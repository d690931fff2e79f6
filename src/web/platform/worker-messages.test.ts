import { expect, test } from 'vitest';
import { readWorkerMessage } from './worker-messages.ts';

test('[N5] a tab reads the messages of its worker, and ignores unknown ones of another version', () => {
  expect(readWorkerMessage({ type: 'open', path: '/app/task/t1', more: 1 })).toEqual({
    type: 'open',
    path: '/app/task/t1',
  });
  expect(readWorkerMessage({ type: 'ask' })).toEqual({ type: 'ask' });
  expect(readWorkerMessage({ type: 'reminded' })).toEqual({ type: 'reminded' });
  for (const other of [null, 'open', { type: 'open' }, { type: 'open', path: 7 }, { type: 'later' }])
    expect(readWorkerMessage(other)).toBe(null);
});
