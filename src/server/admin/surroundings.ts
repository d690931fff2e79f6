import type { Config } from '#src/server/config/config.ts';

/** The settings and the terminal of an administrator's command. */
export interface Surroundings {
  readonly config: Config;
  readonly print: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
}
