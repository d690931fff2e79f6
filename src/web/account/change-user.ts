import { session, type User } from '#src/web/platform/session.ts';

/**
 * Applies changes of a user from an answer that may come late. Does nothing if that user is no longer signed
 * in. Without `fields` it only announces a new session, so that the connection to the server starts again.
 */
export function changeUser(id: string, fields: Partial<Omit<User, 'id'>> = {}): void {
  const { user } = session.get();
  if (user?.id === id) session.start({ ...user, ...fields });
}
