import { beforeEach, expect, test } from 'vitest';
import {
  countedTitle,
  dismissNotification,
  notifications,
  notifyDone,
  notifyError,
  notifySuccess,
  undoLatest,
  withdrawUndo,
} from './notifications.ts';

const shown = () => notifications.get().map(({ title, message }) => `${title} ${message}`);

beforeEach(() => notifications.set([]));

test('a notification carries its status, title and message', () => {
  notifySuccess('Copied');
  notifyDone('Task added', 'Sweep', null);
  notifyError('Error adding task to the database!');
  expect(shown()).toEqual([
    'Success! Copied',
    'Task added Sweep',
    'Error! Error adding task to the database!',
  ]);
});

test('only the last three are stacked', () => {
  for (const text of ['1', '2', '3', '4']) notifySuccess(text);
  expect(shown()).toEqual(['Success! 2', 'Success! 3', 'Success! 4']);
});

test('a notification with the same text replaces the older one', () => {
  notifySuccess('Task completed');
  notifySuccess('Task deleted');
  notifySuccess('Task completed');
  expect(shown()).toEqual(['Success! Task deleted', 'Success! Task completed']);
});

test('a dismissed one goes, and the others stay', () => {
  notifySuccess('1');
  notifySuccess('2');
  dismissNotification(notifications.get()[0]!.id);
  expect(shown()).toEqual(['Success! 2']);
});

test('the same change twice can be taken back twice, each separately', () => {
  const taken: string[] = [];
  for (const at of ['first', 'second'])
    notifyDone('Task completed', 'Sweep', { entryId: at, run: () => taken.push(at) });
  for (const { undo } of notifications.get()) undo?.run();
  expect(taken).toEqual(['first', 'second']);
});

test('the latest change is taken back first, even after other notifications', () => {
  const taken: string[] = [];
  for (const name of ['Sweep', 'Dust']) {
    notifyDone('Task completed', name, { entryId: name, run: () => taken.push(name) });
  }
  notifyError('Something else');
  expect([undoLatest(), undoLatest(), undoLatest()]).toEqual([true, true, false]);
  expect(taken).toEqual(['Dust', 'Sweep']);
  expect(shown()).toEqual(['Error! Something else']);
});

test('changes of one kind count up, one after the other, and down again as they are taken back', () => {
  const titles = () => notifications.get().map(countedTitle);
  for (const name of ['Sweep', 'Dust', 'Mop'])
    notifyDone('Task completed', name, { entryId: name, run: () => {} });
  expect(titles()).toEqual(['Task completed', '2 tasks completed', '3 tasks completed']);
  undoLatest();
  expect(titles()).toEqual(['Task completed', '2 tasks completed']);
  notifyDone('Task deleted', 'Polish', { entryId: 'Polish', run: () => {} });
  notifyDone('Task completed', 'Wax', { entryId: 'Wax', run: () => {} });
  expect(titles()).toEqual(['2 tasks completed', 'Task deleted', 'Task completed']);
});

test('a change that was taken back in another way is no longer offered', () => {
  for (const name of ['Sweep', 'Dust'])
    notifyDone('Task completed', name, { entryId: `entry of ${name}`, run: () => {} });
  notifySuccess('Copied');
  withdrawUndo('entry of Sweep');
  expect(shown()).toEqual(['Task completed Dust', 'Success! Copied']);
});
