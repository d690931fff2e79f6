// Which folder may import which. The rules of import-borders.mjs keep to these tables.

/**
 * A file keeps to each row whose folder it is in. `only` concerns the files of the project, and says nothing about
 * packages; `node:` stands for the modules of Node.js, which a browser does not have. Tests may import anything.
 */
export const ZONES = [
  { folder: 'src', only: ['src'] },
  { folder: 'src/domain', only: ['src/domain'], never: ['node:'] },
  { folder: 'src/mutators', only: ['src/domain', 'src/mutators'], never: ['node:'] },
  { folder: 'src/sync', only: ['src/domain', 'src/mutators', 'src/sync'] },
  { folder: 'src/sync/protocol.ts', never: ['src/sync/client', 'src/sync/server', 'node:'] },
  { folder: 'src/sync/client', never: ['src/sync/server', 'node:'] },
  { folder: 'src/sync/server', never: ['src/sync/client'] },
  { folder: 'src/server', never: ['src/web', 'src/sync/client'] },
  { folder: 'src/web', never: ['src/server', 'src/sync/server', 'node:'] },
  { folder: 'src/web/ui', never: ['src/web/hooks', 'src/web/features'] },
  { folder: 'src/web/hooks', never: ['src/web/features'] },
];

/** No folder in here imports another. */
export const FEATURES = 'src/web/features';

/** What users run: it imports no test, and nothing of a folder `testing`. */
export const PRODUCTION = ['src', 'bin'];

/** The folders with a name in `imports` of package.json. */
export const NAMED = ['src', 'bench', 'scripts'];

/**
 * What crosses a border today. `src/web/hooks` holds both what knows the rows and the session, and what only serves
 * parts: focus, drafts, fields, notices. Parts need the second. A row goes when its hook has moved; none is added.
 */
export const EXCEPTIONS = {
  'src/web/ui/avatar.tsx': ['src/web/hooks/session.ts'],
  'src/web/ui/banner.tsx': ['src/web/hooks/leaving-focus.ts'],
  'src/web/ui/code-field.tsx': ['src/web/hooks/form.ts'],
  'src/web/ui/confirm-dialog.tsx': ['src/web/hooks/dialogs.ts'],
  'src/web/ui/dialog.tsx': ['src/web/hooks/close-request.ts'],
  'src/web/ui/error-boundary.tsx': ['src/web/hooks/app-update.ts', 'src/web/hooks/focus.ts'],
  'src/web/ui/form-dialog.tsx': [
    'src/web/hooks/drafts.ts',
    'src/web/hooks/form.ts',
    'src/web/hooks/notifications.ts',
    'src/web/hooks/unload-prompt.ts',
    'src/web/hooks/use-draft.ts',
  ],
  'src/web/ui/not-loaded.tsx': ['src/web/hooks/app-update.ts', 'src/web/hooks/reach.ts'],
  'src/web/ui/phone-field.tsx': ['src/web/hooks/form.ts'],
  'src/web/ui/popover.tsx': ['src/web/hooks/close-request.ts'],
  'src/web/ui/task-count.tsx': ['src/web/hooks/rows.ts'],
  'src/web/ui/toaster.tsx': [
    'src/web/hooks/auto-dismiss.ts',
    'src/web/hooks/focus.ts',
    'src/web/hooks/notifications.ts',
    'src/web/hooks/store.ts',
  ],
};
