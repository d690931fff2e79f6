/** The project's folder. */
export const ROOT: string;
/** The environment in which `node` is Node 26, and every tool is found by name. */
export function toolEnv(extra?: Record<string, string>): NodeJS.ProcessEnv;
