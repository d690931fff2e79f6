import { commanding } from '#src/web/focus/shortcut-keys.ts';
import { isApple } from '#src/web/platform/key-name.ts';

/** Presses a key, by its name among the shortcuts, where the focus is; also a single one that is switched off. False when it did nothing. */
export function pressKey(name: string): boolean {
  commanding.isOn = true;
  try {
    const keys = name === ' ' ? [name] : name.split(' ');
    return keys.map(press).includes(true);
  } finally {
    commanding.isOn = false;
  }
}

function press(name: string): boolean {
  const held = name.split('+');
  const key = held.pop() ?? name;
  const isMod = held.includes('Mod');
  const event = new KeyboardEvent('keydown', {
    key,
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    ctrlKey: isMod && !isApple(),
    metaKey: isMod && isApple(),
    bubbles: true,
    cancelable: true,
  });
  return !(document.activeElement ?? document.body).dispatchEvent(event);
}
