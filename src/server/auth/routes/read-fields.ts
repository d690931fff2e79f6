import type { Context } from 'hono';
import type { z } from 'zod';
import type { AuthErrorCode } from '#src/server/auth/errors.ts';
import { RejectedRequest } from './rejection.ts';
import { readBody } from '#src/server/http/read-body.ts';
import { accountIn } from '#src/server/auth/security-log.ts';

/** Far more than any request needs. */
const MAX_BODY_BYTES = 16_384;

/** The code for a wrong field; `problem` is zod's code. */
export type FieldCodes = (
  field: PropertyKey | undefined,
  problem: string | undefined,
) => AuthErrorCode | null;

const noFields: FieldCodes = () => null;

/** The body of the request. Throws a RejectedRequest with `codeOf` of the first wrong field. */
export async function readFields<T>(
  c: Context,
  schema: z.ZodType<T>,
  codeOf: FieldCodes = noFields,
): Promise<T> {
  const result = schema.safeParse(await readJson(c));
  if (result.success) {
    c.set('account', accountIn(result.data));
    return result.data;
  }
  const { path = [], code } = result.error.issues[0] ?? {};
  throw new RejectedRequest(400, codeOf(path[0], code) ?? 'BAD_JSON');
}

async function readJson(c: Context): Promise<unknown> {
  const body = await readBody(c, MAX_BODY_BYTES);
  if (body === null) throw new RejectedRequest(413, 'TOO_LARGE');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new RejectedRequest(400, 'BAD_JSON', { cause });
  }
}
