import { setImmediate as otherWork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { leadByWebLock } from './web-lock.ts';

/** A tab that asks for the lead, as Node.js has the browsers' locks too. */
function ask(name: string, steal = false) {
  const heard: string[] = [];
  const events = { run: () => void heard.push('run'), robbed: () => void heard.push('robbed') };
  return { heard, giveUp: leadByWebLock(name, events, steal) };
}

/** Waits long enough for a lock to pass on. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await otherWork();
}

test('[W3] tabs lead one after the other, in the order in which they asked', async () => {
  const [first, second, third] = [ask('queue'), ask('queue'), ask('queue')];
  await rest();
  expect([first.heard, second.heard, third.heard]).toEqual([['run'], [], []]);

  second.giveUp();
  first.giveUp();
  await rest();

  expect([first.heard, second.heard, third.heard]).toEqual([['run'], [], ['run']]);
  third.giveUp();
});

test('[W3] a tab that is robbed hears of it once, and the others go on waiting', async () => {
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

test('[W3] a tab that has given the lead up hears nothing more, whatever comes next', async () => {
  const [leading, waiting] = [ask('leaving'), ask('leaving')];
  await rest();

  waiting.giveUp();
  leading.giveUp();
  const thief = ask('leaving', true);
  await rest();

  expect([leading.heard, waiting.heard, thief.heard]).toEqual([['run'], [], ['run']]);
  thief.giveUp();
});
