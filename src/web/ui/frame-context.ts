import { createContext } from 'react';

/** True inside the app's frame, which has the `main` landmark. Elsewhere a page brings its own. */
export const FrameContext = createContext(false);
