import { expect, test } from 'vitest';
import { keptText, roomText, sinceText } from './sync-facts.ts';

const facts = { isPersistent: true, used: 12_345_678, free: 2_149_000_000 };

test('the room of a device is shown in round numbers', () => {
  expect(roomText(facts)).toBe('12 MB used, 2.1 GB left');
  expect(roomText({ ...facts, used: 0, free: 999 })).toBe('0 bytes used, 999 bytes left');
  expect(roomText({ ...facts, used: 1_000, free: 5e16 })).toBe('1 kB used, 50,000 TB left');
});

test('the text about kept tasks follows the answer of the browser, and the state of the storage', () => {
  expect(keptText('kept', null)).toBe('Keeps your tasks');
  expect(keptText('kept', facts)).toBe('Keeps your tasks until you sign out');
  expect(keptText('kept', { ...facts, isPersistent: false })).toContain('may clear them');
  expect(keptText('failing', facts)).toBe('Cannot store more');
  expect(keptText('memory', null)).toBe('Keeps nothing');
});

test('a time of another day is shown with its day', () => {
  const noon = Date.UTC(2026, 5, 15, 12, 30);
  expect(sinceText(noon, noon + 3_600_000, 'UTC')).toBe('12:30 PM');
  expect(sinceText(noon, noon + 86_400_000, 'UTC')).toBe('Jun 15, 2026, 12:30 PM');
  expect(sinceText(noon, noon + 3_600_000, 'Asia/Tokyo')).toBe('9:30 PM');
  expect(sinceText(noon, noon + 3 * 3_600_000, 'Asia/Tokyo')).toBe('Jun 15, 2026, 9:30 PM');
});
