// The allowed imports between folders. The rules of import-borders.mjs enforce these tables.

/** Folders in here do not import each other. */
export const FEATURES = 'src/web/features';

/** The folders of `src/web` that features share, the lowest first. */
const LAYERS = ['addresses', 'platform', 'focus', 'ui', 'feedback', 'words', 'data', 'account', 'tasks'].map(
  (name) => `src/web/${name}`,
);

/** The folders that all of `src/web` may import; the row of each says which parts are for servers alone. */
const BELOW_WEB = ['src/domain', 'src/tables', 'src/reading', 'src/file', 'src/sync'];

const TASKS = `${FEATURES}/tasks`;

/** The folders of tasks, the lowest first; those of one line may import each other, but in no circle. */
const TASK_LAYERS = [
  ['draft'],
  // Any field for a day reads the language of quick add.
  ['quick-add'],
  ['details', 'repeat', 'reminders', 'sections', 'selection', 'collection'],
  ['arranged'],
  ['board', 'calendar', 'weeks'],
  ['dialog'],
  ['page'],
  ['views'],
].map((names) => names.map((name) => `${TASKS}/${name}`));

/**
 * A file keeps to every row whose folder contains it. `only` restricts the project's files, not packages;
 * `node:` means the modules of Node.js, which browsers lack. Tests may import anything.
 */
export const ZONES = [
  { folder: 'src', only: ['src'] },
  // Each of these folders may import those before it.
  ...BELOW_WEB.map((folder, index) => ({ folder, only: BELOW_WEB.slice(0, index + 1) })),
  ...BELOW_WEB.filter((folder) => folder !== 'src/sync').map((folder) => ({ folder, never: ['node:'] })),
  // What both sides share.
  ...['parse-message', 'protocol', 'wire'].map((name) => ({
    folder: `src/sync/${name}.ts`,
    never: ['src/sync/client', 'src/sync/server', 'node:'],
  })),
  { folder: 'src/sync/client', never: ['src/sync/server', 'node:'] },
  { folder: 'src/sync/server', never: ['src/sync/client'] },
  { folder: 'src/server', never: ['src/web', 'src/sync/client'] },
  { folder: 'src/cli', only: ['src/domain', 'src/cli'] },
  { folder: 'src/web', never: ['src/server', 'src/sync/server', 'node:'] },
  // Each of these folders may import those before it. None may import the files of `src/web` that combine
  // them.
  ...[...LAYERS, FEATURES].map((folder, index, all) => ({
    folder,
    only: [...BELOW_WEB, ...all.slice(0, index + 1)],
  })),
  ...TASK_LAYERS.flatMap((folders, index, all) =>
    folders.map((folder) => ({ folder, never: all.slice(index + 1).flat() })),
  ),
  { folder: 'src/web/worker', only: [...BELOW_WEB, 'src/web/worker', ...LAYERS.slice(0, 2)] },
];

/** The code that users run: it imports no test, and no file of a folder `testing`. */
export const PRODUCTION = ['src', 'bin'];

/** The folders with a name in `imports` of package.json. */
export const NAMED = ['src', 'bench', 'e2e', 'scripts'];
