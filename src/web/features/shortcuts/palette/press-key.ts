import { commanding } from '#src/web/focus/shortcut-keys.ts';
import { isApple } from '#src/web/platform/key-name.ts';

/**
 * Presses a key at the focus, named as among the shortcuts, even a single key that is switched off. Returns
 * false if it had no effect.
 */
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
