import { useEffect, useState } from 'react';
import { links } from '#src/web/addresses/links.ts';

/** Whether the server answers, and with the same app as the one that runs here. */
export type Reach = 'none' | 'same-version' | 'another-version';

/** A server that is not heard of for so long is out of reach. */
const PATIENCE_MS = 10_000;

/** Asks the server once; null until it is known. */
export function useReach(): Reach | null {
  const [reach, setReach] = useState<Reach | null>(null);
  useEffect(() => {
    let isWanted = true;
    void askServer().then((reach) => isWanted && setReach(reach));
    return () => {
      isWanted = false;
    };
  }, []);
  return reach;
}

async function askServer(): Promise<Reach> {
  let answer: Response;
  let html: string;
  try {
    answer = await fetch(links.app, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    html = await answer.text();
  } catch {
    return 'none';
  }
  // Scripts are named by their content: another version's document begins with another.
  const entry = document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
  return answer.ok && !html.includes(entry) ? 'another-version' : 'same-version';
}
