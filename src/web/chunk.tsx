import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

export interface Chunk<Module> {
  /** Loads the code ahead of need. */
  readonly preload: () => Promise<unknown>;
  /** A component of the chunk. Until it is loaded `waiting` stands in for it; what fails to load throws as it renders. */
  readonly component: <Props extends object>(
    pick: (module: Module) => ComponentType<Props>,
    waiting: ReactNode,
  ) => ComponentType<Props>;
}

type State<Props> = { readonly Loaded: ComponentType<Props> } | { readonly error: unknown } | null;

/**
 * Code that is loaded when it is needed, or before. Unlike `lazy` with Suspense, it shows at once what is loaded already,
 * and never keeps up the stand-in for the 300 ms for which Suspense holds it lest it flicker.
 */
export function chunk<Module>(load: () => Promise<Module>): Chunk<Module> {
  let loaded: Module | null = null;
  const start = async () => {
    loaded = await load();
    return loaded;
  };

  function component<Props extends object>(
    pick: (module: Module) => ComponentType<Props>,
    waiting: ReactNode,
  ) {
    return function Chunked(props: Props) {
      const [state, setState] = useState<State<Props>>(() => loaded && { Loaded: pick(loaded) });
      useEffect(() => {
        if (state !== null) return;
        let isWanted = true;
        start().then(
          (module) => isWanted && setState({ Loaded: pick(module) }),
          (error: unknown) => isWanted && setState({ error }),
        );
        return () => {
          isWanted = false;
        };
      }, [state]);
      if (state === null) return waiting;
      if ('error' in state) throw state.error;
      return <state.Loaded {...props} />;
    };
  }

  return { preload: start, component };
}
