import { FEED_PATH } from '#src/reading/feeds/feeds-api.ts';
import { UNSUBSCRIBE_PATH } from '#src/domain/identity/mail-link.ts';

/** The paths whose next part is a secret: programs that bring nothing else have to send it there. */
const SECRET_PATHS = [UNSUBSCRIBE_PATH, FEED_PATH];

/** The path of a request for logs and traces, without a secret in it. */
export function loggedPath(path: string): string {
  const secret = SECRET_PATHS.find((each) => path.startsWith(`${each}/`));
  return secret === undefined ? path : `${secret}/...`;
}
