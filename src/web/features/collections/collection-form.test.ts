import { expect, test } from 'vitest';
import { checkCollection, toCollection } from './collection-form.ts';

test('a name and a color make a collection; the name is trimmed', () => {
  const draft = { name: '  Home  ', color: '#FFCC33' } as const;
  expect(checkCollection(draft)).toEqual({ name: null, color: null });
  expect(toCollection(draft)).toEqual({ name: 'Home', color: '#FFCC33' });
});

test.each(['', '   ', '\t\n', '\0', '\ud800'.slice(1)])('a blank name %j is refused', (name) => {
  expect(checkCollection({ name, color: '#FFCC33' }).name).toBe('Please enter a Collection Name');
  expect(toCollection({ name, color: '#FFCC33' })).toBeNull();
});

test('a color must be chosen', () => {
  expect(checkCollection({ name: 'Home', color: null }).color).toBe('Please select a Color');
  expect(toCollection({ name: 'Home', color: null })).toBeNull();
});

test('a name holds 120 characters without the blanks around it', () => {
  expect(checkCollection({ name: ` ${'x'.repeat(120)} `, color: null }).name).toBeNull();
  expect(checkCollection({ name: 'x'.repeat(121), color: null }).name).toBe('At most 120 characters, please');
});

test('what no database holds is taken out of a name', () => {
  expect(toCollection({ name: 'a\0b\ud83dc', color: '#FFCC33' })?.name).toBe('ab\ufffdc');
});
