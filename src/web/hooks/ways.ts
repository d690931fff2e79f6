import { useEffect } from 'react';
import type { Ways } from '#src/domain/ways.ts';
import { AuthError, callAuth } from './auth-client.ts';
import { isRecord } from './session.ts';
import { createStore, useStore } from './store.ts';

const store = createStore<Ways | null>(null);

/** The sign-in methods that the server offers; null until it has said so, which without a network it does later. */
export function useWays(): Ways | null {
  useEffect(() => {
    const ask = () => void askForWays();
    ask();
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, []);
  return useStore(store);
}

async function askForWays(): Promise<void> {
  if (store.get() !== null) return;
  try {
    const answer = await callAuth('/ways');
    if (isRecord(answer)) store.set(answer as unknown as Ways);
  } catch (error) {
    // Email and password work without it.
    if (!(error instanceof AuthError)) throw error;
  }
}
