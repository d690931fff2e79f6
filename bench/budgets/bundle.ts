import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { scriptsOf, WEB } from '#scripts/manifest.ts';
import type { Row } from '#bench/measure.ts';

/** The JavaScript that a first visit waits for, gzip: boot script, entry and the page's chunk, with all that they import. */
export function measureBundle(): Row[] {
  return [
    row('first JavaScript, gzip: landing', ['index.html', 'src/web/features/landing/landing-page.tsx'], 90),
    row('first JavaScript, gzip: app', ['index.html', 'src/web/app.tsx'], 150),
  ];
}

function row(what: string, sources: readonly string[], budgetKb: number): Row {
  const files = [...bootScripts(), ...scriptsOf(...sources)];
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(WEB, file))).length, 0);
  const kb = bytes / 1000;
  return { what, measured: `${kb.toFixed(2)} KB`, budget: `${budgetKb} KB`, kept: kb <= budgetKb };
}

function bootScripts(): string[] {
  const assets = readdirSync(join(WEB, 'assets'));
  return assets.filter((name) => /^boot-.*\.js$/.test(name)).map((name) => `assets/${name}`);
}
