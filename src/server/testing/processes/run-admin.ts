import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../admin/main.ts', import.meta.url));

export interface AdminEnd {
  readonly code: unknown;
  readonly out: string;
  /** Its output to standard error, for the operator. */
  readonly problem: string;
}

/** Runs the command with these settings, as an operator does. */
export function runAdmin(args: readonly string[], settings: Record<string, string>): Promise<AdminEnd> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...settings };
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out, problem) =>
      resolve({ code: error?.code ?? 0, out, problem }),
    );
  });
}
