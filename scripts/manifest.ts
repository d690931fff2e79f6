import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './toolchain.mjs';

/** The folder of the built web app. */
export const WEB = join(ROOT, 'dist', 'web');

interface Chunk {
  /** A path below WEB. */
  readonly file: string;
  /** The keys of its statically imported chunks. */
  readonly imports?: readonly string[];
}

/** The scripts built from `sources` and all their imports, as paths below WEB, each once. */
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
