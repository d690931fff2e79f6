import { authError, type AuthErrorCode } from '#src/server/auth/errors.ts';

/** Ends a request with the error of this code. */
export class RejectedRequest extends Error {
  readonly status: number;
  readonly code: AuthErrorCode;

  constructor(status: number, code: AuthErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.status = status;
    this.code = code;
  }
}

export function reject(status: number, code: AuthErrorCode): Response {
  return Response.json(authError(code), { status });
}
