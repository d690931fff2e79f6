import type { StorageProblem } from '#src/server/db/storage-problem.ts';

/** The body of every HTTP error: a stable `code`, and a `message` that says what to do. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
}

export const INTERNAL: ErrorBody = {
  code: 'INTERNAL',
  message: 'The server had an error. Try again in a moment.',
};

export const UNAVAILABLE: ErrorBody = {
  code: 'UNAVAILABLE',
  message: 'The server cannot reach its database. Try again in a moment.',
};

/** The answers while the server cannot store. Reading still works until the operator has fixed it. */
export const CANNOT_STORE: Readonly<Record<StorageProblem, ErrorBody>> = {
  full: {
    code: 'CANNOT_STORE',
    message: 'The server cannot store anything: its disk is full. Try again later.',
  },
  damaged: {
    code: 'DAMAGED',
    message: 'The database of the server is damaged. Its operator has to restore a backup.',
  },
  'read-only': {
    code: 'CANNOT_STORE',
    message: 'The server cannot store anything: its database takes no changes. Try again later.',
  },
};

export const NOT_FOUND: ErrorBody = {
  code: 'NOT_FOUND',
  message: 'There is nothing here. Check the address and the method.',
};
