/** Builds the server into dist/server. Returns an exit code. */
export function buildServer(): Promise<number>;
