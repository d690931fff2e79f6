import type { ClientMessage } from '#src/sync/protocol.ts';
import { decodeMutation } from '#src/sync/wire.ts';

/** What a device sent, of which nothing is checked: it may be what no server takes. */
export function readFrame(frame: string): ClientMessage {
  const message = JSON.parse(frame) as unknown;
  if (!Array.isArray(message)) return message as ClientMessage;
  const [type, mutations, waited] = message as unknown[];
  return { type, mutations: (mutations as unknown[]).map(decodeMutation), waited } as ClientMessage;
}
