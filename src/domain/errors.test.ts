import { expect, test } from 'vitest';
import { MutationRejected, REJECTIONS, SunglowError, type RejectionCode } from './errors.ts';

test('an error has its code, its own name, a message and its cause', () => {
  class DoorClosed extends SunglowError {}
  const cause = new Error('wind');

  const error = new DoorClosed('DOOR_CLOSED', 'Open the door.', { cause });

  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.code, error.message, error.cause]).toEqual([
    'DoorClosed',
    'DOOR_CLOSED',
    'Open the door.',
    cause,
  ]);
});

test.each(Object.keys(REJECTIONS) as RejectionCode[])(
  '[W6] %s carries its text, which says what to do',
  (code) => {
    const error = new MutationRejected(code);

    expect([error.code, error.message]).toEqual([code, REJECTIONS[code]]);
    expect(error.message).toMatch(/[.!]$/u);
  },
);

test('[W6] the codes never change, since servers and devices store them', () => {
  expect(Object.keys(REJECTIONS)).toEqual(
    expect.arrayContaining([
      'DUPLICATE_COLLECTION',
      'COLLECTION_GONE',
      'GONE',
      'TASK_LIMIT',
      'COLLECTION_LIMIT',
      'STORAGE_LIMIT',
      'INVALID',
    ]),
  );
  expect(REJECTIONS.DUPLICATE_COLLECTION).toBe('Collection with the same name already exists!');
});
