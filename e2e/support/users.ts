import { randomUUID } from 'node:crypto';

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A user who is new to the server. */
export function newUser(name = 'Ada Lovelace'): NewUser {
  return { name, email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
}
