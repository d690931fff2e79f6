import { isIP } from 'node:net';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { providersOf } from '#src/server/auth/providers/providers.ts';
import type { Config } from '#src/server/config/config.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

/** The sign-in methods of a server with this configuration. */
export function signInMethodsOf(config: Config, delivery: Delivery): SignInMethods {
  return {
    email: delivery.mail !== null,
    confirmsEmail: delivery.mailIsReal,
    phone: delivery.text !== null,
    passkeys: !isIpAddress(new URL(config.publicUrl).hostname),
    providers: providersOf(config),
    signUps: config.signUps,
  };
}

/** `hostname` as in URLs: version 6 in brackets. */
function isIpAddress(hostname: string): boolean {
  return isIP(hostname) !== 0 || hostname.startsWith('[');
}
