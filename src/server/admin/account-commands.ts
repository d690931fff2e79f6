import { spaceOf } from '#src/domain/space.ts';
import { readCounts } from '#src/sync/server/push.ts';
import { isPhoneEmail, phoneEmail } from '#src/domain/identity/phone-email.ts';
import { CommandFailed } from './command-failed.ts';
import type { AccountCommand } from './command-line.ts';
import type { Surroundings } from './surroundings.ts';
import { deleteUser } from '#src/server/auth/deleted-users.ts';
import { INVITATION_DAYS, Invitations } from '#src/server/auth/invitations.ts';
import { storeLink } from '#src/server/auth/mail/mail-links.ts';
import { linkTo, LINK_LIFETIME_S } from '#src/server/auth/mail/mails.ts';
import { AccessTokens } from '#src/server/tokens/access-tokens.ts';
import { Background } from '#src/server/background.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { createLog } from '#src/server/log/log.ts';
import { photoStore } from '#src/server/photos/open-photo-store.ts';
import { Photos } from '#src/server/photos/photos.ts';
import { forgetAccess } from '#src/server/auth/sessions/forget-access.ts';

interface Parts extends Surroundings {
  readonly database: AppDatabase;
}

/** Throws CommandFailed without changing anything. */
export async function runAccountCommand(command: AccountCommand, surroundings: Parts): Promise<void> {
  switch (command.name) {
    case 'invite':
      return invite(command.email, surroundings);
    case 'users':
      return listUsers(surroundings);
    case 'reset-password':
      return resetPassword(command.who, surroundings);
    case 'sign-out':
      return signOut(command.who, surroundings);
    case 'tokens':
      return showTokens(command, surroundings);
    case 'delete':
      return remove(command.who, command.isSure, surroundings);
  }
}

async function invite(email: string | null, { config, database, print }: Parts): Promise<void> {
  if (config.signUps === 'closed')
    throw new CommandFailed('SIGNUPS is closed: nobody can sign up, invited or not. Set it to invite.');
  const token = await new Invitations(database).create(email, Date.now());
  print(`${config.publicUrl}/auth/signup#invite=${token}`);
  print(`It works once, for ${INVITATION_DAYS} days${email === null ? '' : `, for ${email}`}.`);
  if (config.signUps === 'open') print('SIGNUPS is open: anybody can sign up without it, too.');
}

async function listUsers({ database, print }: Parts): Promise<void> {
  const users = await database.db
    .selectFrom('user')
    .select(['id', 'email', 'phoneNumber', 'name', 'createdAt'])
    .orderBy('createdAt')
    .execute();
  // This takes two statements: spaces may be on other nodes than users.
  const spaces = await database.db.selectFrom('space').select(['space_id', 'live_counts']).execute();
  const tasks = new Map(spaces.map(({ space_id, live_counts }) => [space_id, readCounts(live_counts).task]));
  const rows = users.map((user) => [
    addressOf(user),
    new Date(user.createdAt).toISOString().slice(0, 10),
    String(tasks.get(spaceOf(user.id)) ?? 0),
    user.name,
  ]);
  printTable([['ACCOUNT', 'SINCE', 'TASKS', 'NAME'], ...rows], print);
}

/** Prints rows with their columns aligned. */
function printTable(rows: readonly (readonly string[])[], print: (line: string) => void): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    print(
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

async function showTokens(
  { who, revoke }: Extract<AccountCommand, { name: 'tokens' }>,
  { database, print }: Parts,
): Promise<void> {
  const user = await findUser(who, database);
  const tokens = new AccessTokens(database);
  const listed = await tokens.list(user.id);
  if (revoke === null) {
    const day = (at: number | null, none: string) =>
      at === null ? none : new Date(at).toISOString().slice(0, 10);
    const rows = listed.map((token) => [
      token.id,
      token.scope,
      day(token.expiresAt, 'never'),
      day(token.usedAt, 'never'),
      token.usedFrom ?? '-',
      token.name,
    ]);
    printTable([['ID', 'SCOPE', 'EXPIRES', 'USED', 'FROM', 'NAME'], ...rows], print);
    return;
  }
  const revoked = listed.filter(({ id }) => revoke === 'all' || id === revoke);
  if (revoked.length === 0 && revoke !== 'all')
    throw new CommandFailed(`There is no token ${revoke}. See them all: npm run admin -- tokens ${who}`);
  for (const { id, name } of revoked) {
    await tokens.revoke(user.id, id);
    print(`“${name}” is revoked.`);
  }
}

async function resetPassword(who: string, { config, database, print }: Parts): Promise<void> {
  const user = await findUser(who, database);
  if (isPhoneEmail(user.email))
    throw new CommandFailed(
      'This account has no email to sign in with by a password. Its user signs in by phone.',
    );
  const token = await storeLink(database, 'reset-password', user.id);
  print(linkTo({ publicUrl: config.publicUrl, token }, 'reset'));
  print(`It works once, for ${LINK_LIFETIME_S / 60} minutes. Give it to ${user.email} alone.`);
}

/** A running server notices at its next check of its devices' sessions. */
async function signOut(who: string, { database, print }: Parts): Promise<void> {
  const user = await findUser(who, database);
  await database.db.deleteFrom('session').where('userId', '=', user.id).execute();
  await database.transact((tx) => forgetAccess(tx, user.id));
  print(
    `${addressOf(user)} is signed out everywhere; devices that are connected are so within a minute. Their webhook and their access tokens are removed.`,
  );
}

async function remove(who: string, isSure: boolean, { config, database, print, ask }: Parts): Promise<void> {
  const user = await findUser(who, database);
  const address = addressOf(user);
  if (!isSure) {
    print(
      `This deletes ${address} with everything of theirs, here and on their devices. There is no way back.`,
    );
    const typed = await ask(`Type ${address} to go on: `);
    if (typed.trim().toLowerCase() !== address)
      throw new CommandFailed('That is another one. Nothing was deleted.');
  }
  await deleteUser(database, user.id, Date.now());
  await database.emptyLog();
  // The photo is deleted too. A failing photo storage is reported on standard error; nobody has the address
  // of the photo any more.
  const background = new Background(createLog('error'));
  new Photos({ store: photoStore(config), database, inBackground: (work) => background.add(work) }).discard(
    user.image,
  );
  await background.end();
  print(`${address} is deleted.`);
}

interface Account {
  readonly id: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly image: string | null;
}

/** Finds a user by email, or by the phone number of an account without one. Throws CommandFailed. */
export async function findUser(who: string, { db }: Pick<AppDatabase, 'db'>): Promise<Account> {
  const user = await db
    .selectFrom('user')
    .select(['id', 'email', 'phoneNumber', 'image'])
    .where('email', '=', (who.startsWith('+') ? phoneEmail(who) : who).toLowerCase())
    .executeTakeFirst();
  if (!user) throw new CommandFailed(`There is no account ${who}. See them all: npm run admin -- users`);
  return user;
}

function addressOf({ email, phoneNumber }: Pick<Account, 'email' | 'phoneNumber'>): string {
  return isPhoneEmail(email) ? (phoneNumber ?? email) : email;
}
