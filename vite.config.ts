import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the server listens while Vite serves the web in development. */
const server = process.env['SUNGLOW_SERVER'] ?? `http://localhost:${process.env['PORT'] ?? '8080'}`;

/** These, and what the landing page brings along in case of trouble, render once: what the React Compiler adds would only make the first script larger. */
const PUBLIC_PAGES =
  /\/src\/web\/((routes|require-sign-in)\.tsx|features\/(landing|not-found)\/|ui\/(loading|not-loaded|trouble)\.tsx|hooks\/(idle|reach)\.ts)/;

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()], exclude: [/\/node_modules\//, PUBLIC_PAGES] }),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // What is needed first the documents name (scripts/documents.ts), the rest loads ahead of need (src/web/routes.tsx).
    modulePreload: false,
    // The Content-Security-Policy allows no data: URLs for fonts and scripts; small files compress well on their own.
    assetsInlineLimit: 0,
    // All styles in one small file: a page that loads later never waits for its own, nor stands there without them.
    cssCodeSplit: false,
    // What became of which source.
    manifest: true,
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
});
