import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './toolchain.mjs';

/** The folder of the built web app. */
export const WEB = join(ROOT, 'dist', 'web');

interface Chunk {
  /** Path below WEB. */
  readonly file: string;
  /** Keys of the chunks that it imports statically. */
  readonly imports?: readonly string[];
}

/** The scripts of the last build, as paths below WEB, that `sources` and all they import became, each once. */
export function scriptsOf(...sources: readonly string[]): string[] {
  const manifest = JSON.parse(readFileSync(join(WEB, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(collect);
  };
  sources.forEach(collect);
  return [...files];
}
