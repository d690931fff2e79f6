import { UNSUBSCRIBE_PATH } from '#src/domain/mail-link.ts';

/** The path of a request as logs and traces may have it: without the token that a mail program has to send in it. */
export function loggedPath(path: string): string {
  return path.startsWith(`${UNSUBSCRIBE_PATH}/`) ? `${UNSUBSCRIBE_PATH}/...` : path;
}
