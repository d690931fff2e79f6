import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Row } from './measure.ts';

const ASSETS = fileURLToPath(new URL('../dist/web/assets/', import.meta.url));
/** `import ... from "./x.js"` and `import "./x.js"`, as the build writes them; not `import("./x.js")`. */
const STATIC_IMPORT = /(?:from|import)\s*"\.\/([^"]+\.js)"/g;

/** The JavaScript that a first visit waits for, gzip: the entry and the page's chunk, with all that they import. */
export function measureBundle(): Row[] {
  const entry = only(/^index-.*\.js$/);
  return [
    row('first JavaScript, gzip: landing', [entry], 90),
    row('first JavaScript, gzip: app', [entry, only(/^app-.*\.js$/)], 160),
  ];
}

function row(what: string, roots: readonly string[], budgetKb: number): Row {
  const files = new Set<string>();
  for (const root of roots) collect(root, files);
  const kb = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(ASSETS + file)).length, 0) / 1000;
  return { what, measured: `${kb.toFixed(1)} KB`, budget: `${budgetKb} KB`, kept: kb <= budgetKb };
}

function collect(file: string, files: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  for (const [, imported] of readFileSync(ASSETS + file, 'utf8').matchAll(STATIC_IMPORT)) {
    if (imported) collect(imported, files);
  }
}

function only(pattern: RegExp): string {
  const found = readdirSync(ASSETS).filter((file) => pattern.test(file));
  if (found.length !== 1 || !found[0])
    throw new Error(`The build has ${found.length} files like ${pattern}.`);
  return found[0];
}
