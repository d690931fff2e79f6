import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { Files } from '#src/cli/files.ts';
import { run } from '#src/cli/run.ts';

export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly problem: string;
}

/** The command line of a user, with its files in a folder. */
export class TestCli {
  readonly home: string;

  constructor(home: string) {
    this.home = home;
  }

  get env() {
    return {
      ...process.env,
      XDG_CONFIG_HOME: join(this.home, 'config'),
      XDG_STATE_HOME: join(this.home, 'state'),
    };
  }

  get loginPath(): string {
    return join(this.home, 'config/sunglow/login.json');
  }

  /** Runs a command in this process, which is quicker than a new one. `terminal`: the environment of a terminal. */
  async run(
    args: readonly string[],
    input = '',
    terminal: Record<string, string> | null = null,
  ): Promise<Ran> {
    const [out, problem] = [new Kept(terminal !== null), new Kept(false)];
    const code = await run(args, {
      files: new Files(this.env),
      out,
      err: problem,
      input: Readable.from([input]),
      env: terminal ?? {},
      signal: new AbortController().signal,
    });
    return { code, out: out.text, problem: problem.text };
  }

  /** The output of a command. Throws unless it succeeds without a word on standard error. */
  async done(args: readonly string[], input?: string): Promise<string> {
    const { code, out, problem } = await this.run(args, input);
    if (code !== 0 || problem !== '')
      throw new Error(`sunglow ${args.join(' ')} ended with ${code}: ${problem}`);
    return out;
  }

  start(args: readonly string[]): StartedCli {
    return new StartedCli(spawn(process.execPath, [MAIN, ...args], { env: this.env }));
  }
}

/** A command in a process of its own. */
export class StartedCli {
  readonly child: ChildProcessWithoutNullStreams;
  out = '';
  problem = '';
  readonly ended: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (this.out += piece));
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (this.problem += piece));
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve([code, signal]));
    });
  }

  /** Waits until the output or the problems have the text. */
  async told(text: string): Promise<void> {
    await vi.waitUntil(() => (this.out + this.problem).includes(text), { timeout: 30_000 });
  }
}

/** A stream that keeps its text. */
class Kept extends Writable {
  readonly isTTY: boolean;
  text = '';

  constructor(isTTY: boolean) {
    super({
      decodeStrings: false,
      write: (piece, _encoding, next) => {
        this.text += String(piece);
        next();
      },
    });
    this.isTTY = isTTY;
  }
}
