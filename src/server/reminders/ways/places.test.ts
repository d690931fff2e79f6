import { expect, test } from 'vitest';
import { Places, type PlaceLimits } from './places.ts';
import type { Posted } from './post.ts';

const SENT: Posted = { failure: null, retryAfterMs: null };
const LIMITS: PlaceLimits = {
  all: 6,
  ofAccount: 2,
  ofReceiver: 4,
  hangingOfReceiver: 3,
  slowMs: 20,
  patienceMs: 600_000,
};

/** A receiver that hangs until it is told to answer, or the post is ended. */
function hanging() {
  const { promise, resolve } = Promise.withResolvers<Posted>();
  const begun: string[] = [];
  const post = (name: string) => async (ended: AbortSignal) => {
    begun.push(name);
    ended.addEventListener('abort', () => resolve({ failure: 'TIMED_OUT', retryAfterMs: null }));
    return promise;
  };
  return { begun, post, answer: () => resolve(SENT) };
}

const answered = async () => SENT;

test('[N3] an account has a limit of posts under way, and further posts wait for its own', async () => {
  const places = new Places(LIMITS);
  const { begun, post, answer } = hanging();
  const all = ['1', '2', '3'].map((name) => places.run('ada', `receiver ${name}`, post(name)));
  expect(begun).toEqual(['1', '2']);
  expect(await places.run('bob', 'receiver 1', answered)).toEqual(SENT);
  answer();
  expect(await Promise.all(all)).toEqual([SENT, SENT, SENT]);
  expect(begun).toEqual(['1', '2', '3']);
});

test('[N3] a receiver that hangs for many posts gets no more, and posts to others go on', async () => {
  const places = new Places(LIMITS);
  const { begun, post, answer } = hanging();
  const accounts = ['1', '2', '3', '4', '5'];
  const all = accounts.map((account) => places.run(account, 'slow', post(account)));
  expect(begun).toEqual(['1', '2', '3', '4']);
  expect(await all[4]).toEqual({ failure: 'TOO_MANY', retryAfterMs: null });
  expect(await places.run('6', 'slow', answered)).toEqual({ failure: 'TOO_MANY', retryAfterMs: null });
  expect(await places.run('6', 'fast', answered)).toEqual(SENT);
  answer();
  expect(await Promise.all(all.slice(0, 4))).toEqual([SENT, SENT, SENT, SENT]);
  expect(await places.run('6', 'slow', answered)).toEqual(SENT);
});

test('[N3] when hanging posts have all places, one is ended for an account that has none', async () => {
  const places = new Places(LIMITS);
  const many = Array.from({ length: 8 }, () => hanging());
  const all = many.map(({ post }, n) =>
    places.run(`account ${Math.floor(n / 2)}`, `receiver ${n}`, post(String(n))),
  );
  expect(many.map(({ begun }) => begun.length)).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
  expect(await places.run('ada', 'fast', answered)).toEqual(SENT);
  many.forEach(({ answer }) => answer());
  const outcomes = await Promise.all(all);
  expect(outcomes.filter(({ failure }) => failure === 'TIMED_OUT').length).toBeGreaterThan(0);
  expect(outcomes.every(({ failure }) => failure === null || failure === 'TIMED_OUT')).toBe(true);
});

test('[N3] a post that waits too long for a place times out, and a failed post releases its place', async () => {
  const places = new Places({ ...LIMITS, ofAccount: 1, patienceMs: 20 });
  const { post, answer } = hanging();
  const first = places.run('ada', 'slow', post('1'));
  expect(await places.run('ada', 'slow', answered)).toEqual({ failure: 'TIMED_OUT', retryAfterMs: null });
  answer();
  await first;
  const failing = async () => {
    throw new Error('no such thing');
  };
  await expect(places.run('ada', 'fast', failing)).rejects.toThrow('no such thing');
  expect(await places.run('ada', 'fast', answered)).toEqual(SENT);
});
