import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

const KEY = 'sunglow.shortcuts';

/**
 * True when single keys are shortcuts in this browser. Users of speech input, or users who press keys by
 * accident, must be able to turn that off (WCAG 2.1.4).
 */
const isOn = createStore(deviceMemory.get(KEY) !== 'off');

export function useShortcutsSwitch(): boolean {
  return useStore(isOn);
}

export function shortcutsAreOn(): boolean {
  return isOn.get();
}

export function switchShortcuts(on: boolean): void {
  deviceMemory.set(KEY, on ? 'on' : 'off');
  isOn.set(on);
}
