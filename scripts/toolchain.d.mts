/** The project's folder. */
export const ROOT: string;
/** How Node runs the built server. */
export const SERVER_ARGS: string[];
/** The environment in which `node` is Node 26, and every tool is found by name. */
export function toolEnv(extra?: Record<string, string>): NodeJS.ProcessEnv;
