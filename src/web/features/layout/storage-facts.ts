import { useEffect, useState } from 'react';

/** What the browser says of the room it gives the app. */
export interface StorageFacts {
  /** Whether it never clears it by itself. */
  readonly isPersistent: boolean;
  /** Bytes, roughly: browsers do not tell exactly. */
  readonly used: number;
  readonly free: number;
}

/** Asks the browser once; null until it has answered, and where it does not. */
export function useStorageFacts(): StorageFacts | null {
  const [facts, setFacts] = useState<StorageFacts | null>(null);
  useEffect(() => {
    let isWanted = true;
    readFacts().then(
      (facts) => isWanted && setFacts(facts),
      // Some private windows refuse to answer.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return facts;
}

async function readFacts(): Promise<StorageFacts> {
  const { storage } = navigator;
  const [isPersistent, { usage = 0, quota = 0 }] = await Promise.all([
    storage.persisted(),
    storage.estimate(),
  ]);
  return { isPersistent, used: usage, free: Math.max(0, quota - usage) };
}
