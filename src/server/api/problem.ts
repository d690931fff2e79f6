import { REJECTIONS, SunglowError, type RejectionCode } from '#src/domain/errors.ts';
import type { ErrorBody } from '#src/server/http/error-body.ts';

/** The address of the page about the API, which explains each code. */
export const DOCS_PATH = '/api/docs';

/** The codes of the API beside the rejections of operations, with their status and their message. */
const OWN = {
  BAD_JSON: [400, 'Send a JSON object.'],
  INVALID_VALUE: [400, 'A value has the wrong form.'],
  WRONG_QUERY: [400, 'The query cannot be read.'],
  WRONG_CURSOR: [400, 'This cursor is not from an answer of this list. Leave it out to begin again.'],
  UNAUTHORIZED: [
    401,
    'Send an access token: Authorization: Bearer sgt_... It is unknown, revoked or expired.',
  ],
  SCOPE_TOO_NARROW: [403, 'The scope or the collections of this access token do not reach that far.'],
  NOT_FOUND: [404, 'There is nothing here. Check the address, the method and the id.'],
  CHANGED_SINCE: [409, 'The row has other values than the request says. Read it again.'],
  KEY_REUSED: [409, 'This Idempotency-Key came with another request before. Use a new one.'],
  TOO_LARGE: [413, 'The request is too large. Send 1 MB at most.'],
  TOO_MANY_REQUESTS: [429, 'Too many requests. Wait a moment, then try again.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type ProblemCode = keyof typeof OWN | RejectionCode;

/** Every code that the API answers, except failures of the server. */
export const PROBLEM_CODES = [...Object.keys(OWN), ...Object.keys(REJECTIONS)] as readonly ProblemCode[];

/** The status of each code. A rejection is a conflict with the rows that are there. */
export function statusOf(code: ProblemCode): number {
  return isOwn(code) ? OWN[code][0] : 409;
}

export function messageOf(code: ProblemCode): string {
  return isOwn(code) ? OWN[code][1] : REJECTIONS[code];
}

function isOwn(code: ProblemCode): code is keyof typeof OWN {
  return Object.hasOwn(OWN, code);
}

/** Ends a request with a problem. `more`: further members of its answer. */
export class ApiProblem extends SunglowError {
  declare readonly code: ProblemCode;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(code: ProblemCode, detail?: string, more: Readonly<Record<string, unknown>> = {}) {
    super(code, detail ?? messageOf(code));
    this.more = more;
  }
}

/** The answer of a problem, in the form of RFC 9457. */
export function problemAnswer(
  status: number,
  { code, message }: ErrorBody,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = {
    type: `${DOCS_PATH}#${code}`,
    title: titleOf(code, message),
    status,
    code,
    detail: message,
    ...more,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/** The same for each problem with the code. */
function titleOf(code: string, message: string): string {
  return (PROBLEM_CODES as readonly string[]).includes(code) ? messageOf(code as ProblemCode) : message;
}
