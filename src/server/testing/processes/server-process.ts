import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { SERVER_ARGS } from '#scripts/toolchain.mjs';
import { freePort } from './free-port.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Node's arguments, in the folder of the project. */
const PROGRAMS = {
  /** The sources, with cheap password hashes. */
  testing: ['src/server/testing/processes/main.ts'],
  sources: ['src/server/main.ts'],
  /** The output of `npm run build`, as `npm start` runs it. */
  built: SERVER_ARGS,
} as const;

export interface ServerProcessOptions {
  /** The folder of its data; by default a temporary one, which `dispose` removes. */
  readonly dataDir?: string;
  /** The folder of the project with its built web app; by default this project. */
  readonly root?: string;
  /** The program; by default `testing`. */
  readonly program?: keyof typeof PROGRAMS;
  /** Settings in addition to PORT and DATA_DIR. */
  readonly env?: Record<string, string>;
}

/** Sunglow in its own process on a free port, as a user runs it. */
export class ServerProcess {
  readonly port: number;
  readonly dataDir: string;
  readonly #root: string;
  readonly #args: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #ownsDataDir: boolean;
  #process: ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #output = { stdout: '', stderr: '' };

  /** Starts a server and waits until it serves. Throws with its output if it ends instead. */
  static async start(options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), options);
    await server.start();
    return server;
  }

  /** A server that is not running yet. */
  constructor(port: number, { dataDir, root = ROOT, program = 'testing', env }: ServerProcessOptions = {}) {
    this.port = port;
    this.#root = root;
    this.#args = PROGRAMS[program];
    this.dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'sunglow-server-'));
    this.#ownsDataDir = dataDir === undefined;
    this.#env = { ...process.env, PORT: String(port), DATA_DIR: this.dataDir, ...env };
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  get stdout(): string {
    return this.#output.stdout;
  }

  get stderr(): string {
    return this.#output.stderr;
  }

  /** Resolves when the latest process has ended. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  async start(): Promise<void> {
    const child = this.#spawn();
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}:\n${this.stdout}${this.stderr}`);
    });
    const printed = (async () => {
      while (!this.stdout.includes('Sunglow is running at')) await once(child.stdout ?? child, 'data');
    })();
    await Promise.race([ended, printed]);
    // From here on, the end of the process is no failed start.
    ended.catch(() => {});
  }

  /** Starts the server and waits until it ends, for rejected settings. Returns the exit code. */
  async runToEnd(): Promise<number | null> {
    const [code] = (await once(this.#spawn(), 'close')) as [number | null];
    return code;
  }

  /** Sends the signals, waits until the process has ended and its output is read, and returns its exit code. */
  async stop(...signals: NodeJS.Signals[]): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const closed = once(child, 'close') as Promise<[number | null]>;
    for (const signal of signals.length > 0 ? signals : (['SIGTERM'] as const)) child.kill(signal);
    const [code] = await closed;
    return code;
  }

  /** Kills the server, like a power cut, without time to do anything. */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }

  /** Restarts the server on the same port and data. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Kills the server, and removes its data if they are in a temporary folder. */
  async dispose(): Promise<void> {
    await this.kill();
    if (this.#ownsDataDir) rmSync(this.dataDir, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    this.#output = { stdout: '', stderr: '' };
    const child = spawn(process.execPath, this.#args, {
      cwd: this.#root,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#output.stderr += text));
    this.#process = child;
    this.#ended = once(child, 'exit');
    return child;
  }
}
