// Builds the service worker with the list of the app's files. It runs after the documents are written, since
// the list needs each file as the server sends it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { build } from 'vite';
import type { PrecacheEntry } from 'workbox-precaching';
import { WEB } from './manifest.ts';
import { ROOT } from './toolchain.mjs';

/** Without pictures, which only the landing page and other sites show. */
const NEEDED = new Set(['.css', '.html', '.js', '.svg', '.webmanifest', '.woff2']);

await build({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  define: { APP_FILES: JSON.stringify(appFiles()) },
  build: {
    outDir: WEB,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: join(ROOT, 'src', 'web', 'service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
});

function appFiles(): PrecacheEntry[] {
  return readdirSync(WEB, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && NEEDED.has(extname(entry.name)))
    .map((entry) => relative(WEB, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
    .map((file) => ({
      // The server has it at `/` instead of its own name.
      url: file === 'landing.html' ? '/' : `/${file}`,
      // A file named by its content never changes.
      revision: file.startsWith('assets/') ? null : hashOf(file),
    }));
}

function hashOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(WEB, file)))
    .digest('base64url')
    .slice(0, 8);
}
