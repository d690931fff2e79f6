import { expect, test } from 'vitest';
import { IN_STEP } from '#src/sync/testing/samples.ts';
import { explain } from './sync-explanation.ts';
import { announcementOf, labelOf, syncStateOf } from './sync-state.ts';

const load = { received: 5, missing: 5 };

test.each([
  [{}, false, 'saved', 'Saved'],
  [{ connection: 'connecting' }, false, 'saved', 'Saved'],
  // Nothing to report when the server answers within a moment.
  [{ unsent: 3 }, false, 'saved', 'Saved'],
  [{ unsent: 3 }, true, 'waiting', '3 changes waiting'],
  [{ unsent: 1, load }, true, 'waiting', '1 change waiting'],
  [{ load }, false, 'loading', 'Loading'],
  [{ connection: 'offline' }, false, 'offline', 'Offline'],
  [{ connection: 'offline', unsent: 3 }, false, 'offline', 'Offline · 3 changes waiting'],
  [{ connection: 'signed-out', unsent: 1 }, true, 'signed-out', 'Sign in again · 1 change waiting'],
  [{ connection: 'other-user' }, false, 'other-user', 'Sign in again'],
  [{ connection: 'upgrade', load }, false, 'upgrade', 'Update needed'],
  [{ storage: 'memory' }, false, 'memory', 'Nothing kept here'],
  [{ storage: 'memory', unsent: 2 }, true, 'waiting', '2 changes waiting'],
  [{ storage: 'memory', connection: 'offline' }, false, 'offline', 'Offline'],
  [{ storage: 'failing', connection: 'offline' }, false, 'failing', 'Storage is failing'],
  // A tab that gave way to a newer version stores nothing: free space would not help, only a reload.
  [{ storage: 'failing', connection: 'upgrade' }, false, 'upgrade', 'Update needed'],
] as const)('%j, late: %j, is %j and says %j', (fields, isLate, state, label) => {
  const status = { ...IN_STEP, ...fields };
  expect(syncStateOf(status, isLate, false)).toBe(state);
  expect(labelOf(state, status.unsent)).toBe(label);
});

test.each([
  ['connecting', 'loading'],
  ['online', 'saved'],
  ['offline', 'offline'],
] as const)('a device that holds nothing yet, %s, is %s', (connection, state) => {
  expect(syncStateOf({ ...IN_STEP, connection }, false, true)).toBe(state);
});

test.each(['signed-out', 'other-user', 'upgrade', 'offline', 'waiting'] as const)(
  'waiting changes while %j are safe on the device, unless it keeps nothing',
  (state) => {
    const status = { ...IN_STEP, unsent: 2 };
    expect(explain(state, status, 0).text).toContain('safe on this device');
    expect(explain(state, { ...status, storage: 'memory' }, 0).text).toContain('leave this tab open');
  },
);

test.each(['offline', 'memory', 'signed-out'] as const)(
  'a browser that keeps nothing, %j with nothing waiting, says that changes need the server',
  (state) => {
    expect(explain(state, { ...IN_STEP, storage: 'memory' }, 0).text).toContain('only online');
  },
);

test('a change that was undone because it needs the new version is reported, and not called safe', () => {
  const { text } = explain('upgrade', { ...IN_STEP, connection: 'upgrade', storage: 'failing' }, 0);
  expect(text).toContain('Your last change was undone');
  expect(text).not.toContain('safe on this device');
});

test('a tab that gave way to a newer version promises nothing for later changes in it', () => {
  const { text } = explain('upgrade', { ...IN_STEP, unsent: 1, connection: 'upgrade', storage: 'closed' }, 0);
  expect(text).toContain('can store nothing more');
  expect(text).not.toContain('safe on this device');
});

test('rejected changes are not called saved', () => {
  expect(explain('saved', IN_STEP, 0).title).toBe('Everything is saved');
  expect(explain('saved', IN_STEP, 1).title).toBe('Nothing is waiting');
});

test('screen readers announce going offline and coming back, not each saved change', () => {
  const told: string[] = [];
  let last = '';
  for (const state of ['saved', 'waiting', 'saved', 'offline', 'waiting', 'saved', 'waiting'] as const) {
    last = announcementOf(state, last, 0);
    told.push(last);
  }
  const [offline, back] = ['You are offline.', 'Everything is saved again.'];
  expect(told).toEqual(['', '', '', offline, offline, back, back]);
});

test('coming back with rejected changes, or with changes that the server has lost, is not announced as saved', () => {
  const offline = announcementOf('offline', '', 0);
  expect(announcementOf('saved', announcementOf('loading', offline, 2), 2)).toBe('You are online again.');
});
