import { offlineError, toError } from './auth-client.ts';

/** Asks a route of the server in JSON. Resolves to the JSON of the answer. Throws AuthError. */
export async function callServer(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw offlineError(cause);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw toError(response, answer);
  return answer;
}
