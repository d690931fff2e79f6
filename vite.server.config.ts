import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

/** What the server reads from beside its own code. */
const READ = 'src/server/auth/common-passwords.txt';

/** The server as JavaScript, without its packages: why, says ADR 038. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'sunglow-read-files',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'common-passwords.txt', source: readFileSync(READ) });
      },
    },
  ],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node26',
    rolldownOptions: {
      input: { main: 'src/server/main.ts', admin: 'src/server/admin/main.ts' },
      // Beside each other: the server finds the web app, and what it reads, from where its own file is.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
