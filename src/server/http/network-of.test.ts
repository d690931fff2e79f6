import { expect, test } from 'vitest';

import { networkOf } from './network-of.ts';

test('an IPv6 network counts as one address, and this machine as none', () => {
  expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2:ffff::1'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::ffff:203.0.113.1')).toBe(networkOf('203.0.113.1'));
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(networkOf)).toEqual([null, null, null]);
});
