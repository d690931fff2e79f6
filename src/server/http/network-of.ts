import { normalizeIP } from '@better-auth/core/utils/ip';

/**
 * The network that counts as one address: of IPv6 the /64 that a household, or a server, has. Null for this
 * machine, which has no rate: it is a proxy without a named header, shared by everybody, or a test.
 */
export function networkOf(address: string): string | null {
  const whole = normalizeIP(address);
  if (whole.startsWith('127.') || normalizeIP(address, { ipv6Subnet: 128 }) === LOOPBACK) return null;
  return whole;
}

const LOOPBACK = normalizeIP('::1', { ipv6Subnet: 128 });
