import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the server listens while Vite serves the web in development. */
const server = process.env['SUNGLOW_SERVER'] ?? `http://localhost:${process.env['PORT'] ?? '8080'}`;

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The polyfill is for browsers older than the ones above.
    modulePreload: { polyfill: false },
    // The Content-Security-Policy allows no data: URLs for fonts and scripts; small files compress well on their own.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
});
