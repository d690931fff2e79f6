import { expect, test } from 'vitest';
import { parsePhoneNumber } from './phone-number.ts';

test.each([
  ['0151 23456789', 'DE', '+4915123456789'],
  ['+49 (151) 2345-6789', 'US', '+4915123456789'],
  ['(202) 555-0123', 'US', '+12025550123'],
  ['07911 123456', 'GB', '+447911123456'],
])('%j typed in %s is %s', async (typed, country, e164) => {
  expect((await parsePhoneNumber(typed, country))?.e164).toBe(e164);
});

test.each([
  ['', 'DE'],
  ['12', 'DE'],
  ['0151 23456789', 'XX'],
  ['call me', 'DE'],
  ['+1 900 555 0123', 'US'],
  ['0800 1234567', 'DE'],
  ['+1 202 555 0123 ext. 5', 'US'],
  ['9'.repeat(300), 'US'],
])('no message goes to %j typed in %s', async (typed, country) => {
  expect(await parsePhoneNumber(typed, country)).toBeNull();
});
