import { timeOfId } from '#src/domain/id.ts';
import { PROTOCOL_VERSION, type ClientMessage, type Hello } from '#src/sync/protocol.ts';
import { NEWEST_FORMAT, readPush } from '#src/sync/wire.ts';

/** Parses a frame of a device without checking it: the server may reject it. */
export function readFrame(frame: string): ClientMessage {
  const message = JSON.parse(frame) as unknown;
  const push = readPush(message);
  if (!push) return message as ClientMessage;
  const { mutations, waited, decodeMutation } = push;
  return { type: 'push', mutations: (mutations as unknown[]).map(decodeMutation), waited } as ClientMessage;
}

/**
 * The hello of a socket without an app and without rows. The server answers each of its pushes with a patch, since no
 * app has the effects 0 (sync rule W19).
 */
export function helloOf(userId: string, fields: Partial<Hello> = {}): Hello {
  const app = { protocol: PROTOCOL_VERSION, format: NEWEST_FORMAT, effects: 0 };
  return { type: 'hello', ...app, userId, version: 0, loadedAt: 0, ...fields };
}

/** A push of mutations in their present form, valid or not. */
export function pushOf(mutations: unknown, waited: unknown = 0): readonly unknown[] {
  return ['push', Array.isArray(mutations) ? mutations.map(entryOf) : mutations, waited];
}

/** The entry of a push for the mutation. A value that is no object stays as it is. Surplus fields come last. */
export function entryOf(mutation: unknown): unknown {
  if (typeof mutation !== 'object' || mutation === null || Array.isArray(mutation)) return mutation;
  const { id, name, args, ...more } = mutation as Record<string, unknown>;
  const hasTime = typeof id === 'string' && typeof args === 'object' && args !== null && 'at' in args;
  const isCounted = hasTime && typeof args.at === 'number';
  const encoded = isCounted ? { ...args, at: Number(args.at) - timeOfId(id) } : args;
  return [id, name, encoded, ...Object.values(more)];
}
