import { useEffect, useState } from 'react';
import { links } from '#src/web/addresses/links.ts';

/** The reach of the server, and the version of its app: the one running here, or another. */
export type Reach = 'none' | 'same-version' | 'another-version';

/** After this many ms without an answer, the server is out of reach. */
const PATIENCE_MS = 10_000;

/** Asks the server once; null until the answer. */
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
  // Names of scripts follow their content, so that the document of another version names another one.
  const entry = document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
  return answer.ok && !html.includes(entry) ? 'another-version' : 'same-version';
}
