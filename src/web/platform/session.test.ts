import { expect, test } from 'vitest';
import { parseSession } from './session.ts';

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', image: '/ada.jpg' };

test('the flag and the user make a session', () => {
  expect(parseSession('true', JSON.stringify(ada))).toEqual({
    isSignedIn: true,
    user: ada,
  });
});

test('without the flag nobody is signed in, with anything else stored', () => {
  expect(parseSession(null, JSON.stringify(ada)).isSignedIn).toBe(false);
  expect(parseSession('false', JSON.stringify(ada))).toEqual({ isSignedIn: false, user: null });
});

test.each([null, '', 'x', '{}', '[]', '{"id":"","name":"a","email":"b"}', '{"id":1}'])(
  'the flag with the stored user %j is a session of someone unknown',
  (stored) => {
    expect(parseSession('true', stored)).toEqual({ isSignedIn: true, user: null });
  },
);

test.each([undefined, null, '', 7])('with %j as their photo, a user has none', (image) => {
  expect(parseSession('true', JSON.stringify({ ...ada, image })).user?.image).toBeNull();
});
