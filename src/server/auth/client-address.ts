import { isIP } from 'node:net';

/**
 * The address of the client: the last one in the trusted proxy's header, or else the address of the
 * connection. The client may have sent the earlier ones in the header; the proxy vouches only for the last.
 */
export function clientAddress(socketAddress: string | undefined, proxyHeader: string | null): string {
  const fromProxy = proxyHeader?.split(',').at(-1)?.trim() ?? '';
  const address = isIP(fromProxy) === 0 ? (socketAddress ?? '') : fromProxy;
  // A link-local address ends with the name of this machine's interface.
  return address.split('%')[0] ?? '';
}
