import type { AccessToken, AccessTokens } from '#src/server/tokens/access-tokens.ts';
import { ApiProblem } from './problem.ts';

/** The interval for looking if the tokens of open streams still hold: a revoked one stops within a second (rule A4). */
const CHECK_EVERY_MS = 500;

const MOST_OF_USER = 20;

interface Stream {
  readonly token: AccessToken;
  readonly end: () => void;
}

/** The open streams of a server. They end with their tokens, and when the server is about to stop. */
export class Streams {
  readonly #open = new Set<Stream>();
  readonly #tokens: AccessTokens;
  readonly #isDraining: () => boolean;
  readonly #log: { error(details: object, message: string): void };
  #timer: NodeJS.Timeout | null = null;

  constructor(
    tokens: AccessTokens,
    isDraining: () => boolean,
    log: { error(details: object, message: string): void },
  ) {
    this.#tokens = tokens;
    this.#isDraining = isDraining;
    this.#log = log;
  }

  /** Throws TOO_MANY_REQUESTS when the user has too many open streams. */
  admit({ userId }: AccessToken): void {
    const own = [...this.#open].filter(({ token }) => token.userId === userId);
    if (own.length >= MOST_OF_USER)
      throw new ApiProblem(
        'TOO_MANY_REQUESTS',
        `A user has ${MOST_OF_USER} open streams at most. Close one.`,
      );
  }

  /** Takes in a stream. Returns the function that lets it go. */
  add(token: AccessToken, end: () => void): () => void {
    const stream = { token, end };
    this.#open.add(stream);
    this.#timer ??= setInterval(() => void this.#check(), CHECK_EVERY_MS).unref();
    return () => {
      this.#open.delete(stream);
      if (this.#open.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  async #check(): Promise<void> {
    try {
      const streams = [...this.#open];
      const alive = await this.#tokens.alive(
        [...new Set(streams.map(({ token }) => token.hash))],
        Date.now(),
      );
      for (const { token, end } of streams) if (this.#isDraining() || !alive.has(token.hash)) end();
    } catch (error) {
      // A stream without a known token must not go on.
      this.#log.error({ err: error }, 'the tokens of open streams could not be read');
      for (const { end } of this.#open) end();
    }
  }
}
