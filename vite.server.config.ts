import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

/** What the server reads, and runs in threads, from beside its own code. */
const BESIDE = ['common-passwords.txt', 'password-thread.mjs'];

/** The server as JavaScript, without its packages: why, says ADR 038. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'sunglow-files-beside',
      generateBundle() {
        for (const fileName of BESIDE)
          this.emitFile({
            type: 'asset',
            fileName,
            source: readFileSync(`src/server/auth/passwords/${fileName}`),
          });
      },
    },
  ],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node26',
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        admin: 'src/server/admin/main.ts',
        cli: 'src/cli/main.ts',
        'export-thread': 'src/server/rows/export-thread.ts',
      },
      // Beside each other: the server finds the web app, and what it reads, from where its own file is.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
