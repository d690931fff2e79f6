/** True for an Apple keyboard, which gives commands with another key. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The name of a key press among the shortcuts: its `event.key` with letters in lower case; with the command
 * key (Ctrl, on Apple keyboards Cmd) `Mod+z` or `Mod+Shift+z`; an arrow with Alt `Alt+ArrowUp` or `Alt+Shift+ArrowUp`;
 * a key that types no sign with Shift `Shift+F10`. Null with modifiers that make no shortcut: with Alt, other keys type signs.
 */
export function keyName(press: KeyPress, apple: boolean): string | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const key = latinKey(press);
  const withShift = `${shiftKey ? 'Shift+' : ''}${key}`;
  if (altKey) return !ctrlKey && !metaKey && key.startsWith('Arrow') ? `Alt+${withShift}` : null;
  if (apple ? ctrlKey : metaKey) return null;
  if (apple ? metaKey : ctrlKey) return `Mod+${withShift}`;
  if (key.length > 1) return withShift;
  // Most keyboards have the question mark above another key, German ones the slash, and French ones the
  // digits.
  return shiftKey && !/[?/\d]/.test(key) ? null : key;
}

/** The Latin letter on the same key of a Greek or Cyrillic keyboard. */
function latinKey({ key, code }: KeyPress): string {
  if (key.length !== 1) return key;
  const isOtherLetter = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  const letter = isOtherLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (letter ?? key).toLowerCase();
}
