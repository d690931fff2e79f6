import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../admin/main.ts', import.meta.url));

export interface AdminEnd {
  readonly code: unknown;
  readonly out: string;
  /** What it wrote for whoever has to do something about it. */
  readonly problem: string;
}

/** Runs the command as a user does, with these settings. */
export function runAdmin(args: readonly string[], settings: Record<string, string>): Promise<AdminEnd> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...settings };
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out, problem) =>
      resolve({ code: error?.code ?? 0, out, problem }),
    );
  });
}
