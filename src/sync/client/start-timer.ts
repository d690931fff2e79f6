/** Calls `run` once, `ms` milliseconds from now, unless the returned function is called before. */
export type StartTimer = (ms: number, run: () => void) => () => void;
