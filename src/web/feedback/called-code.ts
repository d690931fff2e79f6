import { notifyError } from './notifications.ts';

export interface CalledCode<Module> {
  /** Loads the code ahead of need. */
  readonly preload: () => Promise<Module>;
  /**
   * Runs with the code: at once if it is loaded, else as soon as it is. Tells the user if it cannot be
   * loaded.
   */
  readonly use: (run: (code: Module) => void) => void;
}

/** Code that is called rather than shown, and loaded at its first use. */
export function calledCode<Module>(load: () => Promise<Module>): CalledCode<Module> {
  let loaded: Module | null = null;
  const preload = async () => (loaded ??= await load());
  const fail = () =>
    notifyError('This part of the page could not be loaded. Check your network, then try again.');
  return {
    preload,
    use(run) {
      if (loaded) run(loaded);
      else void preload().then(run, fail);
    },
  };
}
