import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** The time (ms) that a name server has. A second question has twice as long. */
const PATIENCE_MS = 1_500;

/**
 * The addresses of a name in the DNS. None for a name that only the hosts file has. `servers`: the name
 * servers, else those of the system. Throws their errors, and ECANCELLED after `timeoutMs`.
 *
 * `dns.lookup` is not used: two of its lookups run at a time and cannot be ended, so slow names of one user
 * would hold up all users.
 */
export async function findAddresses(
  name: string,
  timeoutMs: number,
  servers?: readonly string[],
): Promise<LookupAddress[]> {
  // A resolver for each name can be ended by itself, and sees changed name servers of the system at once.
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
