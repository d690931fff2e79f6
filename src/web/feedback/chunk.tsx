import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { focusLatePage, focusPage } from '#src/web/focus/focus.ts';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { NotLoaded } from '#src/web/ui/page/not-loaded.tsx';

/** From the specification, section 9. */
const TIMEOUT_MS = 120_000;

export interface Chunk<Module> {
  /** Loads the code ahead of need. */
  readonly preload: () => Promise<unknown>;
  /** A page of the chunk. Shows that it loads, or that it could not be loaded and what to do. */
  readonly page: <Props extends object>(pick: Choose<Module, Props>) => ComponentType<Props>;
  /** A part of a page: empty until it is loaded. Throws ChunkError while rendering if it cannot be loaded. */
  readonly part: <Props extends object>(pick: Choose<Module, Props>) => ComponentType<Props>;
  /**
   * A part that the user did not ask for: as `part`, but without a network it waits for one, up to two
   * minutes.
   */
  readonly patientPart: <Props extends object>(pick: Choose<Module, Props>) => ComponentType<Props>;
}

type Choose<Module, Props> = (module: Module) => ComponentType<Props>;

/** Thrown when the code of a part could not be loaded. */
export class ChunkError extends Error {}

/**
 * Code that loads when needed, or before. Unlike `lazy` with Suspense, it shows loaded code at once, and
 * never keeps the placeholder for the 300 ms that Suspense holds it against flicker.
 */
export function chunk<Module>(load: () => Promise<Module>): Chunk<Module> {
  let loaded: Module | null = null;
  const start = async () => (loaded = await load());
  const startPatiently = async (): Promise<Module> => {
    try {
      return await start();
    } catch (error) {
      if (navigator.onLine) throw error;
    }
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return startPatiently();
  };

  /** `instead`: shown after a failure. `begin`: loads the code. */
  function component<Props extends object>(
    pick: Choose<Module, Props>,
    waiting: ReactNode,
    instead: (error: unknown, retry: () => void) => ReactNode,
    begin = start,
  ) {
    return function Chunked(props: Props) {
      const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(() => loaded && pick(loaded));
      const [error, setError] = useState<unknown>(null);
      const [attempt, setAttempt] = useState(1);
      useEffect(() => {
        if (Loaded || error !== null) focusLatePage();
      }, [Loaded, error]);
      useEffect(() => {
        if (Loaded) {
          // The pressed button is gone.
          if (attempt > 1) focusPage();
          return;
        }
        let isWanted = true;
        const fail = (reason: unknown) => isWanted && setError(reason);
        // Code that arrives after that is still shown.
        const timer = setTimeout(() => fail(new ChunkError('It took too long.')), TIMEOUT_MS);
        void begin()
          .then((module) => isWanted && setLoaded(() => pick(module)), fail)
          .finally(() => clearTimeout(timer));
        return () => {
          isWanted = false;
          clearTimeout(timer);
        };
      }, [Loaded, attempt]);

      if (Loaded) return <Loaded {...props} />;
      if (error === null) return waiting;
      return instead(error, () => {
        setError(null);
        setAttempt(attempt + 1);
      });
    };
  }

  const fail = (cause: unknown) => {
    throw new ChunkError('A part of the app could not be loaded.', { cause });
  };
  return {
    preload: start,
    page: (pick) => component(pick, <Loading />, (_, retry) => <NotLoaded onRetry={retry} />),
    part: (pick) => component(pick, null, fail),
    patientPart: (pick) => component(pick, null, fail, startPatiently),
  };
}
