import { isIP } from 'node:net';

/**
 * The address of the client: the last one in the header that the trusted proxy sets (the only one it vouches for: what
 * stands before it came from the client), or else the address of the connection.
 */
export function clientAddress(socketAddress: string | undefined, proxyHeader: string | null): string {
  const fromProxy = proxyHeader?.split(',').at(-1)?.trim() ?? '';
  const address = isIP(fromProxy) === 0 ? (socketAddress ?? '') : fromProxy;
  // A link-local address names the interface of this machine it came in by.
  return address.split('%')[0] ?? '';
}
