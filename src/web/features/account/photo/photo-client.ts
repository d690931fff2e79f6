import { PHOTO_PATH } from '#src/domain/photo-path.ts';
import { offlineError, toError } from '#src/web/account/auth-client.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** Specification, section 9: an upload is tried for so long, ms. */
const UPLOAD_MS = 600_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** What a server answers that is not there for a moment, or waited in vain for what was sent. */
const PASSING = [408, 502, 503, 504];

export interface Upload {
  /** Hears which part of it has been sent, 0 to 1; null while it waits to be tried again. */
  readonly onProgress: (part: number | null) => void;
  /** Ends it: the user keeps the photo that they had. */
  readonly signal: AbortSignal;
}

/** Resolves to the address of the new photo; null when it was ended. Throws AuthError. */
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

/** The photo at this address; null where it cannot be had. */
export async function loadPhoto(address: string): Promise<Blob | null> {
  const response = await fetch(address).catch(() => null);
  return response?.ok ? response.blob() : null;
}

async function addressIn(response: Response): Promise<string> {
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok || !isRecord(answer)) throw toError(response, answer);
  return String(answer['image']);
}

/** Sends it once; null when the way was broken, or it was ended. `fetch` does not tell how far it is. */
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

/** Waits until the time is over, the network is back, or it was ended. */
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
