import type { KeyboardEvent } from 'react';

/** Whether a key is Enter, and not the one that ends what a keyboard composes, as it does for Japanese. */
export function isEnter({ key, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !nativeEvent.isComposing;
}
