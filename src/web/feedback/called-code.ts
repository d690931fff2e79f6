import { notifyError } from './notifications.ts';

export interface CalledCode<Module> {
  /** Loads it ahead of need. */
  readonly preload: () => Promise<Module>;
  /** Runs with it: at once where it is loaded, else as soon as it is. The user is told when it cannot be. */
  readonly use: (run: (code: Module) => void) => void;
}

/** Code that is called, not shown, and that the page does without until then. */
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
