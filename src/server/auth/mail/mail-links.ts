import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { LINK_LIFETIME_S } from './mails.ts';
import { codesFor } from '#src/server/auth/phone/phone-code.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';

/** What a link is for. The last is ours; Better Auth's is the way in which all of them are stored. */
type Kind = 'reset-password' | 'magic-link' | 'change-email';

interface Asker {
  readonly email: string;
  /** '' when they gave none. */
  readonly name: string;
}

type LinkStore = Pick<AppDatabase, 'db' | 'engine'>;

/** Stores a link that says `value`, and works once, until LINK_LIFETIME_S from now. Returns its token. */
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

/** What the link says; null when there is none of this token, or it is too old. */
export async function readLink({ db, engine }: LinkStore, kind: Kind, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', identifierOf(kind, token))
    .where('expiresAt', '>', authInstant(engine, Date.now()))
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Who asked for a link to sign in or to sign up; null when it does not work. Better Auth hashes its token once more. */
export async function findAsker(store: LinkStore, token: string): Promise<Asker | null> {
  const said = await readLink(store, 'magic-link', hash(token));
  if (said === null) return null;
  const { email, name = '' } = JSON.parse(said) as Partial<Asker> & Pick<Asker, 'email'>;
  return { email, name };
}

/** Uses up the link; false when somebody else was faster. */
export async function spendLink(db: Kysely<Database>, kind: Kind, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('verification')
    .where('identifier', '=', identifierOf(kind, token))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Ends what is under way for a user: links in mails, codes by text message, second factors that are still asked for, and
 * the ways to a provider. Whoever began them may be why there is a new password, or another email.
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
        // A link to sign in names the email alone, a code by text message the number.
        ...(user ? [startsWith('value', `{"type":"magic-link","email":${JSON.stringify(user.email)}`)] : []),
        ...(user?.phoneNumber ? [startsWith('identifier', codesFor(user.phoneNumber))] : []),
      ]),
    )
    .execute();
}

/** It does not use LIKE, to which the `_` of an email is any letter. */
function startsWith(column: 'value' | 'identifier', beginning: string) {
  return sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(beginning.length)}) = ${beginning}`;
}

function identifierOf(kind: Kind, token: string): string {
  return hash(`${kind}:${token}`);
}

/** Hashes as Better Auth hashes what it stores (see `storedIdentifier`). */
function hash(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url');
}
