import { expect, test } from 'vitest';
import type { ZoneMemory } from './zone-memory.ts';
import { memoryOfSetZone, zoneStep, type ZoneFacts } from './zone-step.ts';

const [NEW_YORK, BERLIN, TOKYO, UTC] = ['America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'UTC'] as const;

const follows = (zone: string): ZoneMemory => ({ kind: 'follows', zone });
const keeps = (zone: string, here: string): ZoneMemory => ({ kind: 'keeps', zone, here });

function stepOf(facts: Partial<ZoneFacts> & { readonly moving?: number }) {
  return zoneStep({
    here: NEW_YORK,
    chosen: NEW_YORK,
    memory: null,
    isCurrent: true,
    hasReminders: true,
    moves: () => facts.moving ?? 0,
    now: Date.UTC(2026, 10, 26),
    ...facts,
  });
}

test('[N7] a device sets its zone once there are reminders, and only if no zone is set', () => {
  expect(stepOf({ chosen: null })).toBe('say');
  expect(stepOf({ chosen: null, hasReminders: false })).toBe('none');
  expect(stepOf({ chosen: NEW_YORK })).toBe('none');
});

test('[N7] a device not in step with the server sets nothing by itself: another one may have chosen', () => {
  expect(stepOf({ chosen: null, isCurrent: false })).toBe('none');
  expect(stepOf({ chosen: BERLIN, memory: follows(BERLIN), isCurrent: false })).toBe('move');
});

test('[N7] a second device in another zone asks, even if no reminder moves, and never moves reminders by itself', () => {
  expect(stepOf({ here: UTC, moving: 3 })).toBe('move');
  expect(stepOf({ here: UTC, moving: 0 })).toBe('move');
  expect(stepOf({ here: UTC, hasReminders: false })).toBe('move');
});

test('[N7] a device asks once: after keeping the zone, it asks again only in another zone, or after another choice', () => {
  const memory = keeps(NEW_YORK, UTC);
  expect(stepOf({ here: UTC, memory })).toBe('none');
  expect(stepOf({ here: TOKYO, memory })).toBe('move');
  expect(stepOf({ here: UTC, chosen: BERLIN, memory })).toBe('move');
});

test('[N7] the first device asks when another one has changed the zone, even if it asked before', () => {
  expect(stepOf({ chosen: UTC, memory: follows(NEW_YORK) })).toBe('move');
  expect(stepOf({ chosen: UTC, memory: null })).toBe('move');
});

test('[N7] a followed device sets its new zone by itself only while no reminder moves', () => {
  expect(stepOf({ here: TOKYO, memory: follows(NEW_YORK) })).toBe('say');
  expect(stepOf({ here: TOKYO, memory: follows(NEW_YORK), moving: 1 })).toBe('move');
  // A browser that suddenly hides its place has not travelled.
  expect(stepOf({ here: UTC, memory: follows(NEW_YORK) })).toBe('move');
});

test('[N7] a browser in UTC that set the first zone asks for confirmation', () => {
  const memory = memoryOfSetZone(UTC);
  expect(stepOf({ here: UTC, chosen: null })).toBe('say');
  expect(stepOf({ here: UTC, chosen: UTC, memory })).toBe('confirm');
  expect(stepOf({ here: UTC, chosen: UTC, memory: follows(UTC) })).toBe('none');
  expect(stepOf({ here: UTC, chosen: UTC })).toBe('none');
  expect(stepOf({ here: UTC, chosen: NEW_YORK, memory })).toBe('move');
  expect(memoryOfSetZone(NEW_YORK)).toEqual(follows(NEW_YORK));
});

test('[N7] no question comes between two zones with the same clock', () => {
  expect(stepOf({ here: 'Europe/Paris', chosen: BERLIN })).toBe('none');
  expect(stepOf({ here: 'Asia/Calcutta', chosen: 'Asia/Kolkata' })).toBe('none');
});
