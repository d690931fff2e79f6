import { afterEach, expect, test, vi } from 'vitest';
import { listenForReminders } from './reminders.ts';
import type { WorkerScope } from './worker-scope.ts';

afterEach(() => vi.unstubAllGlobals());

test('[N5] a push shows its notification, without buttons, where the browser cannot read what it stores', async () => {
  vi.stubGlobal('indexedDB', { databases: () => Promise.reject(new Error('Internal error.')) });
  const shown: unknown[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const scope = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    registration: { showNotification: async (...args: unknown[]) => void shown.push(args) },
    clients: { matchAll: async () => [] },
  };
  listenForReminders(scope as unknown as WorkerScope);
  const work: Promise<unknown>[] = [];
  const data = { kind: 'test', alarm: '', taskId: null, userId: 'ada' };
  const notification = { title: 'Water', body: 'Today', tag: 'a', navigate: '/app/today', data };
  const event = {
    data: { text: () => JSON.stringify({ notification }) },
    waitUntil: (done: Promise<unknown>) => work.push(done),
  };
  listeners.get('push')?.(event);
  await Promise.all(work);
  expect(shown).toEqual([['Water', expect.objectContaining({ body: 'Today', tag: 'a' })]]);
});
