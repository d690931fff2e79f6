import { InvalidValue } from '#src/tables/kit/column.ts';
import { parseMutation, type Mutation } from '#src/tables/operations.ts';
import {
  BadMessage,
  CLOSE,
  MAX_BATCH,
  PROTOCOL_VERSION,
  type ClientMessage,
  type ServerMessage,
} from './protocol.ts';
import { readPush, readServerFrame, type ServerFrame, type UncheckedPush } from './wire.ts';

/** Reads a frame from a device. Throws BadMessage. */
export function parseClientMessage(frame: string): ClientMessage {
  const value = parseJson(frame);
  const push = readPush(value);
  if (push)
    return {
      type: 'push',
      mutations: parseMutations(push),
      waited: requireCount({ waited: push.waited }, 'waited'),
    };
  const message = requireObject(value);
  switch (message['type']) {
    case 'hello':
      requireProtocol(message);
      return {
        type: 'hello',
        protocol: PROTOCOL_VERSION,
        userId: requireText(message, 'userId'),
        version: requireCount(message, 'version'),
        loadedAt: requireCount(message, 'loadedAt'),
        format: requireFormat(message),
        effects: requireCount(message, 'effects'),
      };
    case 'pull':
      return { type: 'pull', version: requireCount(message, 'version') };
    default:
      throw new BadMessage('Unknown message type.');
  }
}

/** Reads a frame from the server, and trusts its rows. Throws BadMessage for a frame of no known format. */
export function parseServerMessage(frame: string): ServerMessage {
  return parseServerFrame(frame).message;
}

/** Like parseServerMessage, with the format of the frame. */
export function parseServerFrame(frame: string): ServerFrame {
  const read = readServerFrame(parseJson(frame));
  if (!read) throw new BadMessage('Unknown message type.');
  return read;
}

function parseJson(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch (error) {
    throw new BadMessage('A frame must be JSON.', CLOSE.BAD_MESSAGE, { cause: error });
  }
}

function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadMessage('A frame must be a JSON object, or a push.');
  }
  return value as Record<string, unknown>;
}

function requireCount(message: Record<string, unknown>, field: string): number {
  const value = message[field];
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new BadMessage(`${field} must be a whole number.`);
  return value as number;
}

function requireFormat(message: Record<string, unknown>): number {
  const format = requireCount(message, 'format');
  if (format === 0) throw new BadMessage('format must be 1 or more.');
  return format;
}

/** Checked before all other fields: a message of another version may have different ones. */
function requireProtocol(message: Record<string, unknown>): void {
  if (requireCount(message, 'protocol') !== PROTOCOL_VERSION)
    throw new BadMessage(`This server speaks version ${PROTOCOL_VERSION}. Load the app anew.`, CLOSE.UPGRADE);
}

function requireText(message: Record<string, unknown>, field: string): string {
  const value = message[field];
  if (typeof value !== 'string' || value === '' || value.length > 100)
    throw new BadMessage(`${field} must be text.`);
  return value;
}

function parseMutations({ mutations, decodeMutation }: UncheckedPush): Mutation[] {
  if (!Array.isArray(mutations) || mutations.length === 0 || mutations.length > MAX_BATCH) {
    throw new BadMessage(`mutations must be a list of 1 to ${MAX_BATCH}.`);
  }
  try {
    return mutations.map((encoded) => parseMutation(decodeMutation(encoded)));
  } catch (error) {
    if (error instanceof InvalidValue) {
      throw new BadMessage(error.message, CLOSE.BAD_MUTATION, { cause: error });
    }
    throw error;
  }
}
