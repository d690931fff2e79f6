import { expect, test } from 'vitest';
import { isAddress } from './addresses.ts';

test.each([
  '/',
  '/app',
  '/app/',
  '/app/today',
  '/App/Today/',
  '/auth/login',
  '/app/project/Home',
  '/app/project/a/b/',
])('%s leads to a page', (path) => {
  expect(isAddress(path)).toBe(true);
});

test.each([
  '/nowhere',
  '/app/nowhere',
  '/auth',
  '/auth/nowhere',
  '/app/project',
  '/app/project/',
  '/apples',
  '/app/today/x',
])('%s leads nowhere', (path) => {
  expect(isAddress(path)).toBe(false);
});
