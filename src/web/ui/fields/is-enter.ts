import type { KeyboardEvent } from 'react';

/** True for Enter, except when it ends a composition, as in Japanese. */
export function isEnter({ key, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !nativeEvent.isComposing;
}
