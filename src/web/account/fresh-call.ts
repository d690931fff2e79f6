import { AuthError, callAuth } from './auth-client.ts';
import { openUntilClosed } from '#src/web/focus/dialogs.ts';

/**
 * Asks the server for what it does soon after a sign-in alone. Where the last one is too long ago, the user is asked to sign in
 * again, above what they have typed, and then it is done. Throws AuthError, also when they would rather not.
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

/** Calls as `callAuth` does, and freshly. */
export function callFresh(path: string, body?: object): Promise<unknown> {
  return freshly(() => callAuth(path, body));
}

/** Whether the user has signed in again. */
async function signInAgain(): Promise<boolean> {
  let isDone = false;
  await openUntilClosed({ kind: 'sign-in-again', onSignedIn: () => (isDone = true) });
  return isDone;
}
