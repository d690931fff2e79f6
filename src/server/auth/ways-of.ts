import { isIP } from 'node:net';
import type { Ways } from '#src/domain/ways.ts';
import { providersOf } from '#src/server/auth/providers.ts';
import type { Config } from '#src/server/config/config.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

/** What a server of this configuration offers. */
export function waysOf(config: Config, delivery: Delivery): Ways {
  return {
    email: delivery.mail !== null,
    confirmsEmail: delivery.mailIsReal,
    phone: delivery.text !== null,
    passkeys: !isIpAddress(new URL(config.publicUrl).hostname),
    providers: providersOf(config),
    signUps: config.signUps,
  };
}

/** `hostname` as URLs have it: version 6 in brackets. */
function isIpAddress(hostname: string): boolean {
  return isIP(hostname) !== 0 || hostname.startsWith('[');
}
