import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FailureReason, Try } from '#src/reading/remind/push-api.ts';
import { REMINDER_WAYS, type ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import { FALLBACK_MS, nextStep } from './next-step.ts';

const made = (way: ReminderWay, at: number, failure: FailureReason | null = null): Try => ({
  way,
  at,
  failure,
});

test("[N3] the ways follow the user's order; a way that cannot work leads to the next at once", () => {
  expect(nextStep([], ['webhook', 'push'], false, 0)).toEqual({ do: 'try', way: 'webhook' });
  const none = [made('webhook', 0, 'NO_WEBHOOK')];
  expect(nextStep(none, ['webhook', 'push'], false, 0)).toEqual({ do: 'try', way: 'push' });
  expect(nextStep(none, ['webhook'], false, 0)).toEqual({ do: 'end', state: 'failed' });
});

test('[N3] a push that no device has shown in a minute leads to the next way; mail and webhooks have no such limit', () => {
  const pushed = [made('push', 1_000)];
  expect(nextStep(pushed, ['push', 'mail'], false, 2_000)).toEqual({
    do: 'wait',
    until: 1_000 + FALLBACK_MS,
  });
  expect(nextStep(pushed, ['push', 'mail'], false, 1_000 + FALLBACK_MS)).toEqual({ do: 'try', way: 'mail' });
  expect(nextStep(pushed, ['push', 'mail'], true, 2_000)).toEqual({ do: 'end', state: 'sent' });
  expect(nextStep(pushed, ['push'], false, 2_000)).toEqual({ do: 'end', state: 'sent' });
  expect(nextStep([made('mail', 1)], ['mail', 'push'], false, 2)).toEqual({ do: 'end', state: 'sent' });
});

test('[N3] a passing failure is tried again, later each time and not before the receiver allows it; for a minute when there is a next way', () => {
  const busy = [made('push', 0, 'TOO_MANY')];
  expect(nextStep(busy, ['push'], false, 0)).toEqual({ do: 'wait', until: 10_000 });
  expect(nextStep(busy, ['push'], false, 0, 90_000)).toEqual({ do: 'wait', until: 90_000 });
  expect(nextStep(busy, ['push', 'mail'], false, 0, 90_000)).toEqual({ do: 'try', way: 'mail' });
  expect(nextStep(busy, ['push'], false, 10_000)).toEqual({ do: 'try', way: 'push' });
  expect(nextStep([...busy, made('push', 10_000, 'FAILED')], ['push'], false, 10_000)).toEqual({
    do: 'wait',
    until: 40_000,
  });
});

test('[N3] each way is tried six times at most, and never after a delivery', () => {
  const outcome = fc.option(
    fc.constantFrom<FailureReason>('TOO_MANY', 'TIMED_OUT', 'FAILED', 'REJECTED', 'NO_DEVICE', 'TOO_LARGE'),
  );
  const steps = fc.array(fc.tuple(outcome, fc.nat(200_000), fc.nat(4_000_000)), {
    minLength: 60,
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.shuffledSubarray([...REMINDER_WAYS], { minLength: 1 }), steps, (ways, outcomes) => {
      const tries: Try[] = [];
      let now = 0;
      for (const [failure, late, retryAfterMs] of outcomes) {
        const step = nextStep(tries, ways, false, now, tries.at(-1)?.failure ? retryAfterMs : null);
        if (step.do === 'end') {
          assert.equal(step.state, tries.some((each) => each.failure === null) ? 'sent' : 'failed');
          return;
        }
        if (step.do === 'wait') {
          assert.ok(step.until > now);
          now = step.until + late;
        } else {
          tries.push(made(step.way, now, failure));
          const ofWay = tries.filter(({ way }) => way === step.way);
          assert.ok(ofWay.length <= 6);
          assert.ok(ofWay.slice(0, -1).every((each) => each.failure !== null));
        }
      }
      throw new Error('it never ends');
    }),
  );
});
