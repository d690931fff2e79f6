import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { CommandFailed } from './failures.ts';

const loginSchema = z.strictObject({ url: z.url(), token: z.string().min(1) });
const stateSchema = z.strictObject({
  /** The ids of the last list, by their numbers from 1. */
  listed: z.array(z.string()),
  /** The versions of the writes of the last change, newest first, and the words for their undo; null when there is none. */
  undo: z.strictObject({ told: z.string(), versions: z.array(z.number()) }).nullable(),
});

export type Login = z.infer<typeof loginSchema>;
export type State = z.infer<typeof stateSchema>;

/** The permissions of all but the owner. */
const OTHERS = 0o077;

/** The files of the command line: the server with its token, and what the last commands did. Only their owner can read them. */
export class Files {
  readonly #login: string;
  readonly #state: string;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    // A relative path is invalid, says the specification of these variables: it would be another folder in each place.
    const folder = (name: string, otherwise: string) => {
      const path = env[name] ?? '';
      return join(isAbsolute(path) ? path : join(homedir(), otherwise), 'sunglow');
    };
    this.#login = join(folder('XDG_CONFIG_HOME', '.config'), 'login.json');
    this.#state = join(folder('XDG_STATE_HOME', '.local/state'), 'state.json');
  }

  get loginPath(): string {
    return this.#login;
  }

  /** Throws CommandFailed without a login, and for a file that others can read. */
  async login(): Promise<Login> {
    const { mode } = await stat(this.#login).catch(() => ({ mode: 0 }));
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
      throw new CommandFailed(
        `Other users of this machine can read the access token in ${this.#login}. Use chmod 600 on it. If somebody may have read it, revoke the token on the page Access.`,
        'TOKEN_EXPOSED',
      );
    const login = loginSchema.safeParse(await read(this.#login));
    if (!login.success)
      throw new CommandFailed('You are not signed in. Use sunglow login URL.', 'NOT_SIGNED_IN');
    return login.data;
  }

  keepLogin(login: Login): Promise<void> {
    return write(this.#login, login);
  }

  /** Returns false when there was no login. */
  async forgetLogin(): Promise<boolean> {
    const isThere = (await read(this.#login)) !== null;
    for (const path of [this.#login, this.#state]) await rm(path, { force: true });
    return isThere;
  }

  /** An unreadable state counts as none. */
  async state(): Promise<State> {
    const state = stateSchema.safeParse(await read(this.#state).catch(() => null));
    return state.success ? state.data : { listed: [], undo: null };
  }

  async keepState(changes: Partial<State>): Promise<void> {
    await write(this.#state, { ...(await this.state()), ...changes });
  }
}

/** The JSON in a file; null where there is none. */
async function read(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'null';
    throw new CommandFailed(`The file ${path} cannot be read. (${codeOf(error)})`, 'COMMAND_FAILED', {
      cause: error,
    });
  });
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Replaces the file as a whole, so that a command that is stopped leaves the old one. */
async function write(path: string, value: unknown): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(fresh, JSON.stringify(value), { mode: 0o600 });
    await rename(fresh, path);
  } catch (error) {
    throw new CommandFailed(`The file ${path} cannot be written. (${codeOf(error)})`, 'COMMAND_FAILED', {
      cause: error,
    });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
