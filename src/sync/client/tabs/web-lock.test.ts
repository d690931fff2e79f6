import { setImmediate as otherWork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { leadByWebLock } from './web-lock.ts';

/** A tab that asks for the lead. Node.js has Web Locks too. */
function ask(name: string, steal = false) {
  const heard: string[] = [];
  const events = { run: () => void heard.push('run'), robbed: () => void heard.push('robbed') };
  return { heard, giveUp: leadByWebLock(name, events, steal) };
}

/** Waits until a lock has passed on. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await otherWork();
}

test('[W3] tabs lead one after the other, in the order of their requests', async () => {
  const [first, second, third] = [ask('queue'), ask('queue'), ask('queue')];
  await rest();
  expect([first.heard, second.heard, third.heard]).toEqual([['run'], [], []]);

  second.giveUp();
  first.giveUp();
  await rest();

  expect([first.heard, second.heard, third.heard]).toEqual([['run'], [], ['run']]);
  third.giveUp();
});

test('[W3] a robbed tab hears of it once, and the other tabs go on waiting', async () => {
  const [victim, waiting] = [ask('theft'), ask('theft')];
  await rest();

  const thief = ask('theft', true);
  await rest();
  victim.giveUp();
  await rest();

  expect([victim.heard, waiting.heard, thief.heard]).toEqual([['run', 'robbed'], [], ['run']]);
  thief.giveUp();
  await rest();
  expect(waiting.heard).toEqual(['run']);
  waiting.giveUp();
});

test('[W3] a tab that has given up the lead hears nothing more, even when the lead is stolen later', async () => {
  const [leading, waiting] = [ask('leaving'), ask('leaving')];
  await rest();

  waiting.giveUp();
  leading.giveUp();
  const thief = ask('leaving', true);
  await rest();

  expect([leading.heard, waiting.heard, thief.heard]).toEqual([['run'], [], ['run']]);
  thief.giveUp();
});
