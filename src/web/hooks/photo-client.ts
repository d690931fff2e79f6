import { offlineError, toError } from './auth-client.ts';
import { isRecord } from './session.ts';

const PATH = '/api/account/photo';
/** Specification, section 9. */
const UPLOAD_MS = 600_000;

export interface Upload {
  /** Hears which part of it has been sent, 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Ends it: the user keeps the photo that they had. */
  readonly signal: AbortSignal;
}

/** Resolves to the address of the new photo; null when it was ended. Throws AuthError. */
export async function uploadPhoto(photo: Blob, { onProgress, signal }: Upload): Promise<string | null> {
  const response = await send(photo, onProgress, signal);
  if (response === null) return null;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok || !isRecord(answer)) throw toError(response, answer);
  return String(answer['image']);
}

/** Throws AuthError. */
export async function removePhoto(): Promise<void> {
  const response = await fetch(PATH, { method: 'DELETE' }).catch((cause: unknown) => {
    throw offlineError(cause);
  });
  if (!response.ok) throw toError(response, await response.json().catch(() => null));
}

/** `fetch` does not tell how far it is. */
function send(photo: Blob, onProgress: Upload['onProgress'], signal: AbortSignal): Promise<Response | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', PATH);
    request.timeout = UPLOAD_MS;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    for (const event of ['error', 'timeout']) request.addEventListener(event, () => reject(offlineError()));
    request.addEventListener('abort', () => resolve(null));
    signal.addEventListener('abort', () => request.abort());
    request.send(photo);
  });
}
