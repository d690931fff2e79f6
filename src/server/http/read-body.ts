import type { Context } from 'hono';
import { SunglowError } from '#src/domain/errors.ts';

/** The client gave up before the end of its request. */
export class RequestAborted extends SunglowError {
  constructor(cause: unknown) {
    super('REQUEST_ABORTED', 'The client closed the connection before the end of its request.', { cause });
  }
}

/**
 * The body of a request; empty without one. Null for a body of more than `most` bytes, without keeping more
 * of it in memory. Calls `onBytes` with the size of each part before it is kept. Throws RequestAborted, and what
 * `onBytes` throws.
 */
export async function readBody(
  { req }: Context,
  most: number,
  onBytes: (size: number) => void = () => {},
): Promise<Uint8Array | null> {
  if (Number(req.header('content-length')) > most) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of partsOf(req.raw.body)) {
    size += chunk.byteLength;
    if (size > most) return null;
    onBytes(chunk.byteLength);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* partsOf(body: Request['body']): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (error) {
    throw new RequestAborted(error);
  }
}
