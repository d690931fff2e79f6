import type { Ways } from '#src/domain/ways.ts';
import type { Config } from '#src/server/config/config.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

/** What a server of this configuration offers. */
export function waysOf({ signUps }: Config, delivery: Delivery): Ways {
  return {
    email: delivery.mail !== null,
    confirmsEmail: delivery.mailIsReal,
    phone: delivery.text !== null,
    providers: [],
    signUps,
  };
}
