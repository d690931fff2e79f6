import { createContext } from 'react';

/** Whether a page stands in the app's frame, which has the `main` landmark; elsewhere a page brings its own. */
export const FrameContext = createContext(false);
