import { session, type User } from '#src/web/platform/session.ts';

/**
 * Takes over what has changed of a user, from an answer that may come late: where nobody is signed in any more, or somebody
 * else is, it changes nothing. Without `fields` it tells that their session is another one now, with which the connection to
 * the server begins anew.
 */
export function changeUser(id: string, fields: Partial<Omit<User, 'id'>> = {}): void {
  const { user } = session.get();
  if (user?.id === id) session.start({ ...user, ...fields });
}
