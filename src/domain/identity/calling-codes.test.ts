import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { CALLING_CODES, countryOfLanguage } from './calling-codes.ts';

test('the countries are exactly those with numbers that the server can read', () => {
  const theirs = getCountries().map((country) => [country, getCountryCallingCode(country)]);
  expect(Object.fromEntries(CALLING_CODES)).toEqual(Object.fromEntries(theirs));
});

test.each([
  ['de-AT', 'AT'],
  ['de', 'DE'],
  ['pt-BR', 'BR'],
  ['es-419', 'US'],
  ['en', 'US'],
])('a browser in %s is most likely in %s', (language, country) => {
  expect(countryOfLanguage(language)).toBe(country);
});
