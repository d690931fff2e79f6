import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { LINK_LIFETIME_S } from './mails.ts';
import { codesFor } from '#src/server/auth/phone/phone-code.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';

/**
 * The purpose of a link. The last one is Sunglow's own; all of them are stored as Better Auth stores its
 * links.
 */
type Kind = 'reset-password' | 'magic-link' | 'change-email';

interface Asker {
  readonly email: string;
  /** '' when they gave no name. */
  readonly name: string;
}

type LinkStore = Pick<AppDatabase, 'db' | 'engine'>;

/** Stores a link with the content `value` that works once within LINK_LIFETIME_S. Returns its token. */
export async function storeLink({ db, engine }: LinkStore, kind: Kind, value: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const now = Date.now();
  await db
    .insertInto('verification')
    .values({
      id: randomBytes(24).toString('base64url'),
      identifier: identifierOf(kind, token),
      value,
      expiresAt: authInstant(engine, now + LINK_LIFETIME_S * 1_000),
      createdAt: authInstant(engine, now),
      updatedAt: authInstant(engine, now),
    })
    .execute();
  return token;
}

/** The content of a link; null for an unknown token, or an expired link. */
export async function readLink({ db, engine }: LinkStore, kind: Kind, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', identifierOf(kind, token))
    .where('expiresAt', '>', authInstant(engine, Date.now()))
    .executeTakeFirst();
  return row?.value ?? null;
}

/**
 * The person who requested a link to sign in or sign up; null when it does not work. Better Auth hashes its
 * token once more.
 */
export async function findAsker(store: LinkStore, token: string): Promise<Asker | null> {
  const stored = await readLink(store, 'magic-link', hash(token));
  if (stored === null) return null;
  const { email, name = '' } = JSON.parse(stored) as Partial<Asker> & Pick<Asker, 'email'>;
  return { email, name };
}

/** Uses up the link; false when another request was faster. */
export async function spendLink(db: Kysely<Database>, kind: Kind, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('verification')
    .where('identifier', '=', identifierOf(kind, token))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Ends pending actions of a user: links in mails, codes by text message, second factors that are awaited, and
 * sign-ins at a provider. A new password or email may be a reaction to the person who began them.
 */
export async function endUnderWay(db: Kysely<Database>, userId: string): Promise<void> {
  const user = await db
    .selectFrom('user')
    .select(['email', 'phoneNumber'])
    .where('id', '=', userId)
    .executeTakeFirst();
  await db
    .deleteFrom('verification')
    .where((eb) =>
      eb.or([
        eb('value', 'like', `%${userId}%`),
        // A sign-in link names only the email, and a text code only the number.
        ...(user ? [startsWith('value', `{"type":"magic-link","email":${JSON.stringify(user.email)}`)] : []),
        ...(user?.phoneNumber ? [startsWith('identifier', codesFor(user.phoneNumber))] : []),
      ]),
    )
    .execute();
}

/** Not LIKE, where the `_` of an email matches any character. */
function startsWith(column: 'value' | 'identifier', beginning: string) {
  return sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(beginning.length)}) = ${beginning}`;
}

function identifierOf(kind: Kind, token: string): string {
  return hash(`${kind}:${token}`);
}

/** The hash of a stored identifier, as in Better Auth (see `storedIdentifier`). */
function hash(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url');
}
