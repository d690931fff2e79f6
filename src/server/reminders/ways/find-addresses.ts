import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** How long (ms) a name server is waited for; once more, for twice as long. */
const PATIENCE_MS = 1_500;

/**
 * The addresses that a name has in the DNS, none of them where it has none but in the hosts file. `servers`: the name servers, else those of
 * the system. Throws what they answer, and ECANCELLED after `timeoutMs`.
 *
 * It does without `dns.lookup`: two of these run at a time, and go on when nobody waits for them any more: slow names of one user would hold up those
 * of everybody.
 */
export async function findAddresses(
  name: string,
  timeoutMs: number,
  servers?: readonly string[],
): Promise<LookupAddress[]> {
  // One for each name: what it asks can then be ended, and other name servers of the system count at once.
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
  } finally {
    clearTimeout(timer);
  }
}
