import { readFileSync } from 'node:fs';

export interface Instruction {
  /** In capitals. */
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly image: string;
  readonly name: string | null;
  readonly steps: readonly Instruction[];
}

export interface Dockerfile {
  /** The values of ARG before the first stage. */
  readonly args: ReadonlyMap<string, string>;
  readonly stages: readonly Stage[];
}

/** Reads the syntax of Sunglow's Dockerfile: no heredocs, no parser directives. */
export function parseDockerfile(text: string): Dockerfile {
  const args = new Map<string, string>();
  const stages: { image: string; name: string | null; steps: Instruction[] }[] = [];
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  for (const line of lines.filter((line) => line.trim() !== '')) {
    const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
    const name = word.toUpperCase();
    if (name === 'FROM') {
      const [, image = '', as = null] = /^(\S+)(?:\s+as\s+(\S+))?$/i.exec(rest) ?? [];
      stages.push({ image: fillIn(image, args), name: as, steps: [] });
    } else if (stages.length > 0) {
      stages.at(-1)?.steps.push({ name, text: rest });
    } else if (name === 'ARG') {
      const [key = '', value = ''] = rest.split('=');
      args.set(key, value);
    } else {
      throw new Error(`${name} stands before the first FROM.`);
    }
  }
  return { args, stages };
}

/** The parts of a COPY: its sources, its target, and the stage it copies from (null for the context). */
export function readCopy(text: string): { from: string | null; sources: string[]; to: string } {
  const words = text.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
  const paths = words.filter((word) => !word.startsWith('--'));
  return { from, sources: paths.slice(0, -1), to: paths.at(-1) ?? '' };
}

/** The pairs of an ENV. */
export function readEnv(text: string): Record<string, string> {
  return Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('=') as [string, string]));
}

/**
 * Returns a function that tells if the `.dockerignore` at `file` lets a path (relative, with slashes) into
 * the context.
 */
export function readIgnoreFile(file: string): (path: string) => boolean {
  const rules = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ lets: line.startsWith('!'), matches: toMatcher(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ matches }) => matches.test(path))?.lets ?? true;
}

/** Docker's patterns: each covers a path and all below it; `**` means any number of folders. */
function toMatcher(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(
      /\*\*\/|\*\*|\*|\?/g,
      (wild) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[wild] ?? '',
    );
  return new RegExp(`^${source}(?:/.*)?$`);
}

function fillIn(text: string, args: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_match, key: string) => args.get(key) ?? '');
}
