import { expect, test } from 'vitest';
import { keyName } from './key-name.ts';

const NOTHING_HELD = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function press(key: string, code: string, held: Partial<typeof NOTHING_HELD> = {}, apple = false) {
  return keyName({ key, code, ...NOTHING_HELD, ...held }, apple);
}

test.each([
  ['n', 'KeyN', 'n'],
  // With Caps Lock.
  ['N', 'KeyN', 'n'],
  ['ArrowDown', 'ArrowDown', 'ArrowDown'],
  [' ', 'Space', ' '],
  // A Latin letter counts as labelled, in any place: on a French or a Dvorak keyboard.
  ['q', 'KeyA', 'q'],
  ['ö', 'Semicolon', 'ö'],
  // A sign does too.
  ["'", 'KeyQ', "'"],
  ['1', 'Digit1', '1'],
])('%j at %s is called %j', (key, code, name) => {
  expect(press(key, code)).toBe(name);
});

test.each([
  ['т', 'KeyN', 'n'],
  ['Й', 'KeyQ', 'q'],
  ['ν', 'KeyN', 'n'],
  ['ז', 'KeyZ', 'z'],
])('%j is the Latin letter of its key', (key, code, name) => {
  expect(press(key, code)).toBe(name);
});

test('a letter without a Latin one on its key is itself', () => {
  expect(press('ж', 'Semicolon')).toBe('ж');
});

test.each([
  [{ ctrlKey: true }, false, 'Mod+z'],
  [{ ctrlKey: true, shiftKey: true }, false, 'Mod+Shift+z'],
  [{ metaKey: true }, true, 'Mod+z'],
  [{ metaKey: true, shiftKey: true }, true, 'Mod+Shift+z'],
  [{ metaKey: true }, false, null],
  [{ ctrlKey: true }, true, null],
  [{ altKey: true }, false, null],
  // Windows reports AltGr as both keys.
  [{ ctrlKey: true, altKey: true }, false, null],
  [{ shiftKey: true }, false, null],
])('z with %j, on an Apple keyboard %j, is called %j', (held, apple, name) => {
  expect(press('shiftKey' in held ? 'Z' : 'z', 'KeyZ', held, apple)).toBe(name);
});

test('an arrow with Alt moves things, and with the command key too belongs to the system', () => {
  expect(press('ArrowUp', 'ArrowUp', { altKey: true })).toBe('Alt+ArrowUp');
  expect(press('ArrowUp', 'ArrowUp', { altKey: true, shiftKey: true })).toBe('Alt+Shift+ArrowUp');
  expect(press('ArrowUp', 'ArrowUp', { altKey: true, ctrlKey: true })).toBeNull();
});

test('a key that types no sign has a name with Shift', () => {
  expect(press('F10', 'F10', { shiftKey: true })).toBe('Shift+F10');
  expect(press('Delete', 'Delete', { shiftKey: true })).toBe('Shift+Delete');
});

test('a command works on a Cyrillic keyboard too', () => {
  expect(press('я', 'KeyZ', { ctrlKey: true })).toBe('Mod+z');
});

test('the question mark is above another key', () => {
  expect(press('?', 'Slash', { shiftKey: true })).toBe('?');
});

test('a digit also counts with Shift, as on French keyboards', () => {
  expect(press('2', 'Digit2', { shiftKey: true })).toBe('2');
  expect(press('!', 'Digit1', { shiftKey: true })).toBeNull();
});
