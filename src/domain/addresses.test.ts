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
  '/app/label/errand',
  '/app/archived',
  '/app/task/0190d1f0-0000-7000-8000-000000000000',
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
  '/app/label/',
  '/app/task/',
  '/app/task/a/b',
  '/apples',
  '/app/today/x',
])('%s leads nowhere', (path) => {
  expect(isAddress(path)).toBe(false);
});
