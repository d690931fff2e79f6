import { useEffect, useState } from 'react';

/** The browser's facts about the app's storage. */
export interface StorageFacts {
  /** True when the browser never clears it by itself. */
  readonly isPersistent: boolean;
  /** In bytes, roughly: browsers do not give exact numbers. */
  readonly used: number;
  readonly free: number;
}

/** Asks the browser once; null until its answer, or without one. */
export function useStorageFacts(): StorageFacts | null {
  const [facts, setFacts] = useState<StorageFacts | null>(null);
  useEffect(() => {
    let isWanted = true;
    readFacts().then(
      (facts) => isWanted && setFacts(facts),
      // Some private windows reject the question.
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
