import { expect, test } from 'vitest';
import { changesOf, checkCollection, toCollection } from './collection-form.ts';

test('a name and a color make a collection; the name is trimmed', () => {
  const draft = { name: '  Home  ', color: '#FFCC33', parentId: '' } as const;
  expect(checkCollection(draft, null)).toEqual({ name: null, color: null, parentId: null });
  expect(toCollection(draft)).toEqual({ name: 'Home', color: '#FFCC33', parentId: null });
});

test.each(['', '   ', '\t\n', '\0', '\ud800'.slice(1)])('a blank name %j is rejected', (name) => {
  expect(checkCollection({ name, color: '#FFCC33' }, null).name).toBe('Please enter a Collection Name');
});

test('a color must be chosen', () => {
  expect(checkCollection({ name: 'Home', color: null }, null).color).toBe('Please select a Color');
});

test('a name has at most 120 characters, not counting surrounding blanks', () => {
  const errorOf = (name: string) => checkCollection({ name, color: null }, null).name;
  expect(errorOf(` ${'x'.repeat(120)} `)).toBeNull();
  expect(errorOf('x'.repeat(121))).toBe('At most 120 characters, please');
});

test('a name rejected as taken stays invalid until it differs, if only in case', () => {
  const errorOf = (name: string) => checkCollection({ name, color: '#FFCC33' }, 'Home').name;
  expect(errorOf(' Home ')).toBe('Collection with the same name already exists!');
  expect(errorOf('home')).toBeNull();
});

test('characters that no database stores are removed from a name', () => {
  expect(toCollection({ name: 'a\0b\ud83dc', color: '#FFCC33', parentId: '' }).name).toBe('ab\ufffdc');
});

test('an edit names its changes, and nothing else', () => {
  const home = { name: 'Home', color: '#FFCC33', parentId: null } as const;
  expect(changesOf(home, home)).toEqual({});
  expect(changesOf(home, { ...home, name: 'House' })).toEqual({ name: 'House' });
  expect(changesOf(home, { ...home, color: '#63B76C' })).toEqual({ color: '#63B76C' });
  expect(changesOf(home, { ...home, parentId: 'a' })).toEqual({ parentId: 'a' });
  expect(changesOf({ ...home, parentId: 'a' }, home)).toEqual({ parentId: null });
});
