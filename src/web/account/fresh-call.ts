import { AuthError, callAuth } from './auth-client.ts';
import { openUntilClosed } from '#src/web/focus/dialogs.ts';

/**
 * Makes a request that the server only allows soon after a sign-in. After a longer time, it asks the user to
 * sign in again, above the typed text, and then repeats it. Throws AuthError, also when the user cancels.
 */
export async function freshly<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== 'SESSION_NOT_FRESH') throw error;
    if (!(await signInAgain())) throw error;
    return ask();
  }
}

/** As `callAuth`, for requests that need a recent sign-in. */
export function callFresh(path: string, body?: object): Promise<unknown> {
  return freshly(() => callAuth(path, body));
}

/** Resolves to true when the user has signed in again. */
async function signInAgain(): Promise<boolean> {
  let isDone = false;
  await openUntilClosed({ kind: 'sign-in-again', onSignedIn: () => (isDone = true) });
  return isDone;
}
