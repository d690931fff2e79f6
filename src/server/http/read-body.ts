import type { Context } from 'hono';

/**
 * The body of a request; empty without one. Null for a body of more than `most` bytes, without keeping more
 * of it in memory.
 */
export async function readBody({ req }: Context, most: number): Promise<Uint8Array | null> {
  if (Number(req.header('content-length')) > most) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
