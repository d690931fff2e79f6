/** The project's folder. */
export const ROOT: string;
/** Node's arguments for the built server. */
export const SERVER_ARGS: string[];
/** The environment with Node 26 as `node`, and with every tool in PATH. */
export function toolEnv(extra?: Record<string, string>): NodeJS.ProcessEnv;
