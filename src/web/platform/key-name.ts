/** Whether the keyboard is Apple's: commands are given with another key there. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * What a press of a key is called among the shortcuts: its `event.key`, letters in lower case; with the key for commands
 * (Ctrl, on Apple's keyboards Cmd) `Mod+z` or `Mod+Shift+z`; of an arrow with Alt `Alt+ArrowUp`. Null when held with what makes
 * it no shortcut: with Alt, other keys type signs.
 */
export function keyName(press: KeyPress, apple: boolean): string | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const key = latinKey(press);
  if (altKey) return !ctrlKey && !metaKey && !shiftKey && key.startsWith('Arrow') ? `Alt+${key}` : null;
  if (apple ? ctrlKey : metaKey) return null;
  if (apple ? metaKey : ctrlKey) return `Mod+${shiftKey ? 'Shift+' : ''}${key}`;
  // Most keyboards have the question mark above another key, the German ones the slash, the French ones the digits too.
  return shiftKey && !/^[?/\d]$/.test(key) ? null : key;
}

/** Gives, on a Greek or Cyrillic keyboard, the Latin letter of the same key. */
function latinKey({ key, code }: KeyPress): string {
  if (key.length !== 1) return key;
  const isOtherLetter = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  const letter = isOtherLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (letter ?? key).toLowerCase();
}
