import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { FailureReason } from '#src/reading/remind/push-api.ts';
import { failureOfCode } from './failure-of-code.ts';
import { findAddresses } from './find-addresses.ts';

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/**
 * The outcome of a request: null for success, else the reason, and how long (ms) to leave the receiver alone.
 */
export interface Posted {
  readonly failure: FailureReason | null;
  readonly retryAfterMs: number | null;
  /** The receiver asks for no more (410). */
  readonly isGone?: true;
}

/** `ended` ends the request early, as timed out. */
export type Post = (address: string, request: PostRequest, ended?: AbortSignal) => Promise<Posted>;

const TIMEOUT_MS = 10_000;

/** The most bytes read of an answer, with everything before and around it. */
const MOST_ANSWER_BYTES = 65_536;

/** The longest delay that a receiver may ask for. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

class PrivateAddress extends Error {}

/** The receiver upgrades to another protocol, or never sends its answer. */
class NoAnswer extends Error {}

/**
 * Posts to addresses that users chose. Unless `allowPrivate`, it never posts into a network of the server's
 * own, and checks the address that it connects to. It follows no redirects, and ends after ten seconds, no
 * matter what the receiver does. `nameServers`: else those of the system.
 */
export function poster(
  allowPrivate: boolean,
  isPublic: (address: string) => boolean,
  timeoutMs = TIMEOUT_MS,
  nameServers?: readonly string[],
): Post {
  // places.ts limits the requests under way: a request that waits in the agent could not be ended.
  const options = { keepAlive: true, maxFreeSockets: 20, timeout: 30_000 };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  const findPublic = async (hostname: string) => {
    if (!isPublicName(hostname)) throw new PrivateAddress();
    const found = await findAddresses(hostname, timeoutMs, nameServers);
    // Every address has to be public, as any of them may be used.
    if (!found.every(({ address }) => isPublic(address))) throw new PrivateAddress();
    return found;
  };
  /** The connection uses exactly the checked addresses. */
  const look = callbackify(findPublic);
  const lookup: LookupFunction = (hostname, { all }, done) =>
    look(hostname, (error, found) => {
      const first = found?.[0];
      if (error || !first) return done(error ?? new Error('no address'), '');
      return all ? done(null, found) : done(null, first.address, first.family);
    });
  return async (address, { headers, body }, ended) => {
    const url = URL.parse(address);
    const isHttp = url?.protocol === 'http:';
    if (isHttp && !allowPrivate) return failed('HTTPS_NEEDED');
    if (!url || (url.protocol !== 'https:' && !isHttp)) return failed('REJECTED');
    const host = url.hostname.replaceAll(/[[\]]/g, '');
    if (isIP(host) !== 0 && !allowPrivate && !isPublic(host)) return failed('PRIVATE_ADDRESS');
    try {
      const send = isHttp ? httpRequest : httpsRequest;
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(ended ? [ended] : [])]);
      const asked = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: agents[isHttp ? 'http:' : 'https:'],
        // The server's own network has names that only the system knows, as from the hosts file.
        ...(!allowPrivate && { lookup }),
        signal,
      });
      const answered = answerTo(asked, signal);
      asked.end(body);
      const response = await answered;
      // The body of an answer is not needed, and not waited for.
      response.resume();
      return outcomeOf(response);
    } catch (error) {
      return failed(reasonOf(error));
    }
  };
}

/**
 * Resolves to the head of the answer. Rejects in every other case, at the latest when `signal` ends the
 * request.
 */
function answerTo(asked: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A request that still waits for a connection reports no end.
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    asked
      .on('response', resolve)
      .on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new NoAnswer());
      })
      .on('error', reject)
      .on('close', () => reject(new Error('closed without an answer')))
      .on('socket', (socket) => {
        let room = MOST_ANSWER_BYTES;
        // All bytes count, as no event reports everything that may come before the answer.
        const count = ({ length }: Buffer) => {
          room -= length;
          if (room >= 0) return;
          reject(new NoAnswer());
          asked.destroy();
        };
        socket.on('data', count);
        // The next request may use the same connection.
        asked.once('close', () => socket.off('data', count));
      });
  });
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): Posted {
  if (statusCode >= 200 && statusCode < 300) return { failure: null, retryAfterMs: null };
  const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
  if (statusCode >= 300 && statusCode < 400) return failed('REDIRECTED');
  if (statusCode === 410) return { ...failed('UNSUBSCRIBED'), isGone: true };
  if (statusCode === 404) return failed('UNSUBSCRIBED');
  if (statusCode === 413) return failed('TOO_LARGE');
  if (statusCode === 429) return { failure: 'TOO_MANY', retryAfterMs };
  if (statusCode >= 500) return { failure: 'FAILED', retryAfterMs };
  return failed('REJECTED');
}

/**
 * The delay (ms) in seconds or as a date (RFC 9110, section 10.2.3), an hour at most. Null for any other
 * text.
 */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

/** False for names of this machine (RFC 6761) or of its network. */
function isPublicName(hostname: string): boolean {
  const labels = hostname.replace(/\.$/, '').split('.');
  return labels.length > 1 && labels.at(-1) !== 'localhost';
}

function failed(failure: FailureReason): Posted {
  return { failure, retryAfterMs: null };
}

function reasonOf(error: unknown): FailureReason {
  if (error instanceof PrivateAddress) return 'PRIVATE_ADDRESS';
  if (error instanceof NoAnswer) return 'REJECTED';
  const { name, code = '' } = error as { readonly name?: string; readonly code?: string };
  return name === 'TimeoutError' || name === 'AbortError' ? 'TIMED_OUT' : failureOfCode(code);
}
