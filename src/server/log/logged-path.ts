import { UNSUBSCRIBE_PATH } from '#src/domain/identity/mail-link.ts';

/** The path of a request for logs and traces, without the token that a mail program has to send in it. */
export function loggedPath(path: string): string {
  return path.startsWith(`${UNSUBSCRIBE_PATH}/`) ? `${UNSUBSCRIBE_PATH}/...` : path;
}
