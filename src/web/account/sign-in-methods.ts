import { useEffect } from 'react';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { AuthError, callAuth } from './auth-client.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

const store = createStore<SignInMethods | null>(null);

/** The sign-in methods of the server; null until it has answered, which may take until there is a network. */
export function useSignInMethods(): SignInMethods | null {
  useEffect(() => {
    const ask = () => void askForSignInMethods();
    ask();
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, []);
  return useStore(store);
}

async function askForSignInMethods(): Promise<void> {
  if (store.get() !== null) return;
  try {
    const answer = await callAuth('/ways');
    if (isRecord(answer)) store.set(answer as unknown as SignInMethods);
  } catch (error) {
    // Email and password work without it.
    if (!(error instanceof AuthError)) throw error;
  }
}
