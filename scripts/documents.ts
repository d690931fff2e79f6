// Runs after Vite, and makes two documents of its one: `landing.html` for `/`, with the landing page in it,
// and `index.html` for all other addresses, mostly those of the app. Both name all code needed at the start,
// so that no script waits for another one to request it.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from 'vite';
import type { renderLandingPage } from '#src/web/landing-html.tsx';
import { scriptsOf, WEB } from './manifest.ts';
import { ROOT } from './toolchain.mjs';

const EMPTY_ROOT = '<div id="root"></div>';
const NO_SCRIPT = /\s*<noscript.*?<\/noscript>/s;
const TITLE = /<title>.*?<\/title>/;

const built = replace(readFileSync(join(WEB, 'index.html'), 'utf8'), '/boot.js', `/${bootScript()}`);
writeFileSync(join(WEB, 'landing.html'), await toLanding(built));
writeFileSync(join(WEB, 'index.html'), toShell(built));

/** Readable before any script, and without one. */
async function toLanding(document: string): Promise<string> {
  const program = join(ROOT, 'dist', 'landing-html', 'landing-html.js');
  const { renderLandingPage: render } = (await import(program)) as {
    renderLandingPage: typeof renderLandingPage;
  };
  const html = render();
  const title = TITLE.exec(html)?.[0] ?? '';
  const content = replace(html, TITLE, '');
  const withTitle = replace(document, TITLE, title);
  const withContent = replace(withTitle, EMPTY_ROOT, `<div id="root">${content}</div>`);
  return preload(
    replace(withContent, NO_SCRIPT, ''),
    scriptsOf('index.html', 'src/web/features/landing/landing-page.tsx'),
  );
}

function toShell(document: string): string {
  return preload(document, scriptsOf('index.html', 'src/web/app.tsx'));
}

function preload(document: string, scripts: readonly string[]): string {
  const links = scripts
    .filter((file) => !document.includes(file))
    .map((file) => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `);
  return replace(document, '</head>', `${links.join('')}</head>`);
}

/**
 * Minified, and named by its content so that browsers keep it for good: the page stays empty until it has
 * run. Returns its path.
 */
function bootScript(): string {
  const path = join(WEB, 'boot.js');
  const { code } = minifySync('boot.js', readFileSync(path, 'utf8'));
  const file = `assets/boot-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  writeFileSync(join(WEB, file), code);
  rmSync(path);
  return file;
}

/** Throws if there is nothing to replace: a change of index.html must not go unnoticed. */
function replace(text: string, part: string | RegExp, by: string): string {
  const replaced = text.replace(part, () => by);
  if (replaced === text) throw new Error(`There is no ${part} in the document.`);
  return replaced;
}
