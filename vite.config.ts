import { accessSync, readdirSync, realpathSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

/** Where the server listens while Vite serves the web in development. */
const server = process.env['SUNGLOW_SERVER'] ?? `http://localhost:${process.env['PORT'] ?? '8080'}`;

/**
 * Parts of the first script that the React Compiler leaves out. Its code is for parts that render often and skip much: lists and rows.
 * These render once, as the public pages do, or seldom, as the frame of the app does, or they are too small to skip anything.
 */
const NOT_COMPILED = [
  // The public pages.
  'routes.tsx',
  'require-sign-in.tsx',
  'addresses/location.ts',
  'addresses/router.tsx',
  'features/landing',
  'features/not-found',
  'platform/idle.ts',
  'platform/reach.ts',
  'ui/page/loading.tsx',
  'ui/page/not-loaded.tsx',
  'ui/page/trouble.tsx',
  // The frame around the lists.
  'data/replica-provider.tsx',
  'dialog-host.tsx',
  'features/layout/app-layout.tsx',
  'features/layout/header.tsx',
  'features/layout/add-task-button.tsx',
  'features/layout/main-navigation.tsx',
  'features/layout/sync-indicator.tsx',
  'features/layout/tab-bar.tsx',
  'features/layout/use-sync-state.ts',
  'features/shortcuts/shortcuts-button.tsx',
  'features/shortcuts/shortcuts.tsx',
  'features/tasks/loaded-boundary.tsx',
  'features/tasks/selection/selection-host.tsx',
  'features/tasks/views/views.tsx',
  'feedback/announcer.tsx',
  'feedback/toaster.tsx',
  'focus/page-focus.ts',
  'platform/app-update.ts',
  'sidebar.tsx',
  'signed-in-user.tsx',
  'tasks/list/no-tasks.tsx',
  'features/collections/entry-menu-button.tsx',
  'features/collections/menus/entry-menu-host.tsx',
  'features/collections/sidebar-group.tsx',
  // By its `memo`, it renders only when its collection changes.
  'features/collections/collection-item.tsx',
  // Small parts. What they are shown in skips them.
  'tasks/list/task-count.tsx',
  'tasks/row/complete-button.tsx',
  'tasks/row/fold-button.tsx',
  'tasks/row/priority-mark.tsx',
  'tasks/row/repeat-fact.tsx',
  'tasks/row/task-deadline.tsx',
  'tasks/row/task-facts.tsx',
  'tasks/row/task-relations.tsx',
  'tasks/row/task-time.tsx',
  'ui/avatar.tsx',
  'ui/button.tsx',
  'ui/color-dot.tsx',
  'ui/icon-button.tsx',
  'ui/icons',
  'ui/link.tsx',
  'ui/logo.tsx',
  'ui/page/empty-state.tsx',
  'ui/page/page.tsx',
].map(idsOf);

/** Matches the module of a file in src/web, or all modules of a folder. Throws if there is no such file or folder. */
function idsOf(path: string): RegExp {
  accessSync(`src/web/${path}`);
  return new RegExp(`/src/web/${RegExp.escape(path)}(?:/|$)`);
}

/** The pages with which a visit can begin. */
const FIRST_PAGES = {
  app: '/src/web/app.tsx',
  auth: '/src/web/auth.tsx',
  landing: '/src/web/features/landing/landing-page.tsx',
};

/** The one file of a package that leads from each of its parts to all who import any. */
const BARREL = /\/uuid\/dist\/index\.js$/;

/** The script of what the app begins with, unless the landing page does too: `entry` if the pages for signing in begin with it. */
function scriptOf(id: string, context: Rolldown.ChunkingContext): string | null {
  // The manifest finds the app by a script of its own (scripts/documents.ts).
  if (id.endsWith(FIRST_PAGES.app)) return null;
  const importers = new Set([id]);
  for (const importer of importers)
    if (!BARREL.test(importer))
      context.getModuleInfo(importer)?.importers.forEach((next) => importers.add(next));
  const isOf = (page: string) => [...importers].some((importer) => importer.endsWith(page));
  if (!isOf(FIRST_PAGES.app) || isOf(FIRST_PAGES.landing)) return null;
  return isOf(FIRST_PAGES.auth) ? 'entry' : 'app';
}

/** The files of styles with names of their own, each with its number in the names. */
const STYLES = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.module.css'))
  .map((path) => realpathSync(`src/web/${path}`))
  .toSorted();

/** `row_1c`: the same in the app and in the landing page's HTML, and shorter than Vite's, whose hashes hardly compress. */
function className(name: string, file: string): string {
  return `${name}_${STYLES.indexOf(file).toString(36)}`;
}

export default defineConfig(({ command }) => ({
  css: { modules: { ...(command === 'build' && { generateScopedName: className }) } },
  plugins: [
    react({
      compiler: true,
      // Elsewhere is no component and no hook.
      include: /\/src\/web\/.*\.tsx?$/,
      // Vite transforms the excluded files itself, but does not reload them in place.
      exclude: command === 'build' ? NOT_COMPILED : [],
    }),
  ],
  // No part of the app has styles of its own (cssCodeSplit): what Vite brings to load them ahead is left out.
  define: { __VITE_IS_MODERN__: 'false' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // What is needed first the documents name (scripts/documents.ts), the rest loads ahead of need (src/web/pages.tsx).
    modulePreload: false,
    // The Content-Security-Policy allows no data: URLs for fonts and scripts; small files compress well on their own.
    assetsInlineLimit: 0,
    // All styles in one small file: a page that loads later never waits for its own, nor stands there without them.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is needed together at once is one script: in several, it would compress worse, and ask for more.
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: scriptOf, debugName: 'app', includeDependenciesRecursively: false },
          ],
        },
      },
    },
    // What became of which source.
    manifest: true,
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
}));
