import { createContext, use } from 'react';
import type { Screen } from './screen.ts';

/** All screens of the app, for pages that tell of them. */
export const ScreensContext = createContext<readonly Screen[]>([]);

export function useScreens(): readonly Screen[] {
  return use(ScreensContext);
}
