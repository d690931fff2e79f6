import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

import { freePort } from './free-port.ts';

const PROGRAM = ['redis-server', 'valkey-server'].flatMap(inPath)[0];

/** Null if tests can start a Redis; else the reason to skip them. */
export const NO_REDIS =
  PROGRAM === undefined
    ? 'neither redis-server nor valkey-server is installed (Debian: apt-get install redis-server)'
    : null;

/** A Redis or Valkey on a free port of 127.0.0.1, without persistence. */
export class RedisProcess {
  readonly #port: number;
  #process: ChildProcess | null = null;

  static async start(): Promise<RedisProcess> {
    const redis = new RedisProcess(await freePort());
    await redis.start();
    return redis;
  }

  private constructor(port: number) {
    this.#port = port;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Starts it; after `kill` on the same port. */
  async start(): Promise<void> {
    if (PROGRAM === undefined) throw new Error(String(NO_REDIS));
    const settings = { port: this.#port, bind: '127.0.0.1', save: '', appendonly: 'no', daemonize: 'no' };
    const child = spawn(
      PROGRAM,
      Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.#process = child;
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (!line.includes('Ready to accept connections')) continue;
      child.stdout.resume();
      return;
    }
    throw new Error(`Redis did not start:\n${lines.join('\n')}`);
  }

  /** Kills it, like a power cut. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

function inPath(program: string): string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
