import { PHOTO_PATH } from '#src/domain/identity/photo-path.ts';
import { offlineError, toError } from '#src/web/account/auth-client.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** The time in ms for retrying an upload (specification, section 9). */
const UPLOAD_MS = 600_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Statuses of a server that is briefly unavailable, or that timed out waiting for the request. */
const PASSING = [408, 502, 503, 504];

export interface Upload {
  /** Called with the sent share, 0 to 1; null while it waits for a retry. */
  readonly onProgress: (part: number | null) => void;
  /** Cancels the upload: the user keeps the earlier photo. */
  readonly signal: AbortSignal;
}

/** Resolves to the address of the new photo, or null after a cancel. Throws AuthError. */
export async function uploadPhoto(photo: Blob, { onProgress, signal }: Upload): Promise<string | null> {
  const late = AbortSignal.timeout(UPLOAD_MS);
  const ending = AbortSignal.any([signal, late]);
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    const response = await send(photo, onProgress, ending);
    if (response && !PASSING.includes(response.status)) return addressIn(response);
    onProgress(null);
    await pause(waitMs, ending);
    if (late.aborted) throw offlineError();
    if (signal.aborted) return null;
  }
}

/** Throws AuthError. */
export async function removePhoto(): Promise<void> {
  const response = await fetch(PHOTO_PATH, { method: 'DELETE' }).catch((cause: unknown) => {
    throw offlineError(cause);
  });
  if (!response.ok) throw toError(response, await response.json().catch(() => null));
}

/** The photo at this address; null if it cannot be loaded. */
export async function loadPhoto(address: string): Promise<Blob | null> {
  const response = await fetch(address).catch(() => null);
  return response?.ok ? response.blob() : null;
}

async function addressIn(response: Response): Promise<string> {
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok || !isRecord(answer)) throw toError(response, answer);
  return String(answer['image']);
}

/** Sends it once. Null after a lost connection or a cancel. Not with `fetch`, which reports no progress. */
function send(photo: Blob, onProgress: Upload['onProgress'], ending: AbortSignal): Promise<Response | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', PHOTO_PATH);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    for (const event of ['error', 'abort']) request.addEventListener(event, () => resolve(null));
    ending.addEventListener('abort', () => request.abort());
    request.send(photo);
  });
}

/** Waits for the time, the network, or a cancel. */
function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      ending.removeEventListener('abort', done);
      resolve();
    }
    window.addEventListener('online', done);
    ending.addEventListener('abort', done);
    if (ending.aborted) done();
  });
}
