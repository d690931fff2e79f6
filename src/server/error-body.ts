/** What every HTTP error answers with: a stable `code`, and a `message` that says what to do. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
}

export const INTERNAL: ErrorBody = {
  code: 'INTERNAL',
  message: 'Something went wrong on the server. Try again in a moment.',
};

export const UNAVAILABLE: ErrorBody = {
  code: 'UNAVAILABLE',
  message: 'The server cannot reach its database. Try again in a moment.',
};

export const NOT_FOUND: ErrorBody = {
  code: 'NOT_FOUND',
  message: 'There is nothing here. Check the address and the method.',
};
