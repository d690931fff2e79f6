import { randomUUID } from 'node:crypto';

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Somebody whom the server has never seen. */
export function newUser(name = 'Ada Lovelace'): NewUser {
  return { name, email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
}
