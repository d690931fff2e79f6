import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

import { MutationRejected } from '#src/domain/errors.ts';
import { newId, newPartId } from '#src/domain/id.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';
import { actorOf, type Actor } from '#src/domain/space.ts';
import { minutesOf, timeOfMinutes, parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { describePlan, type DescribedPlan } from '#src/file/describe-plan.ts';
import { planFile } from '#src/file/plan-file.ts';
import { readFile } from '#src/file/read-file.ts';
import { MAX_FILE_BYTES } from '#src/file/source/decode.ts';
import { UnknownFile, type ReadContext, type SourceFile } from '#src/file/source/source.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { keepAlarms } from '#src/server/reminders/alarms/keep-alarms.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';
import { PART_SIZES, partsOf } from '#src/sync/server/parts.ts';
import { push, PUSH_SIZES, type Follow } from '#src/sync/server/push.ts';
import { mutationOf, type Mutation } from '#src/tables/operations.ts';
import { Overlay } from '#src/tables/kit/overlay.ts';
import { readOpenSetting, settingOf } from '#src/tables/setting/setting.ts';
import { findUser } from './account-commands.ts';
import { CommandFailed } from './command-failed.ts';
import { WEEKDAYS, type ImportCommand } from './import-options.ts';
import { storedBytesOf } from '#src/server/rows/stored-bytes-of.ts';
import { SpaceRows } from '#src/server/rows/space-rows.ts';

/**
 * Adds the tasks of a file to an account, by the operations of the app. Throws a SunglowError without changing
 * anything, unless another device fills the account meanwhile.
 */
export async function importFile(
  command: ImportCommand,
  database: AppDatabase,
  print: (line: string) => void,
): Promise<void> {
  const { id: userId } = await findUser(command.who, database);
  const actor = actorOf(userId, 'Import');
  const source = sourceAt(command.file);
  const { rows, storedBytes } = await database.snapshot(async (tx) => ({
    rows: await SpaceRows.read(tx, actor.spaceId),
    storedBytes: await storedBytesOf(tx, actor.spaceId),
  }));
  const context = contextOf(command, rows);
  const file = readFile(source, context);
  const plan = planFile(file, rows.existing(userId), context.at);
  const described = describePlan(plan, file.format, rows.existing(userId));
  const importId = newId();
  const mutations = plan.operations.map((operation) => mutationOf(newPartId(importId), operation));
  if (command.isJson) print(JSON.stringify(described, null, 2));
  else for (const line of linesOf(described)) print(printable(line));
  if (command.isDryRun) return;
  if (plan.tooMany > 0)
    throw new CommandFailed(
      `The account has no room for ${plan.tooMany} of the entries. Nothing was written.`,
    );
  foresee(mutations, new Overlay(rows.base(storedBytes, PUSH_SIZES.maxBytes)));
  await write(database, actor, mutations);
  if (!command.isJson) print(mutations.length === 0 ? 'There was nothing to add.' : 'The file is imported.');
}

/** Throws CommandFailed for a missing file, and UnknownFile before a large one is read. */
function sourceAt(path: string): SourceFile {
  try {
    if (statSync(path).size > MAX_FILE_BYTES) throw new UnknownFile('The file is larger than 100 MB.');
    return { name: basename(path), bytes: new Uint8Array(readFileSync(path)) };
  } catch (error) {
    if (error instanceof UnknownFile) throw error;
    throw new CommandFailed(`The file ${path} cannot be read.`, error);
  }
}

/** The facts of the command, and otherwise those of the account. */
function contextOf(command: ImportCommand, rows: SpaceRows): ReadContext {
  const zone = command.zone ?? readOpenSetting('zone', rows.get('setting', 'zone')?.value) ?? 'UTC';
  const order = settingOf('numericOrder', rows.get('setting', 'numericOrder'));
  const weekStart = WEEKDAYS.indexOf(settingOf('weekStart', rows.get('setting', 'weekStart')));
  const shared = {
    zone,
    order: command.order ?? (order === 'locale' ? 'dmy' : order),
    weekStart: command.weekStart ?? (Math.max(0, weekStart) as Weekday),
  };
  if (command.now) {
    const at = instantOf({ date: command.now.date, time: timeOfMinutes(command.now.minute) }, zone);
    return { ...shared, now: command.now, at: at ?? Date.now() };
  }
  const at = Date.now();
  const { date, time } = localTimeAt(at, zone) ?? localNow(at);
  return { ...shared, now: { date, minute: minutesOf(parseTimeOfDay(time) ?? timeOfMinutes(0)) }, at };
}

/** An account may have a zone that this server does not know. */
function localNow(at: number) {
  const utc = localTimeAt(at, 'UTC');
  if (!utc) throw new CommandFailed('This server does not know UTC.');
  return utc;
}

/** Runs the mutations in memory. Throws CommandFailed when one is rejected, before anything is written. */
function foresee(mutations: readonly Mutation[], overlay: Overlay): void {
  for (const mutation of mutations) {
    try {
      overlay.run(mutation);
    } catch (error) {
      if (!(error instanceof MutationRejected)) throw error;
      throw new CommandFailed(`${error.message} Nothing was written.`, error);
    }
  }
}

/** Alarms follow as with every push. A running server looks for them by itself. */
const follow: Follow = async (tx, { spaceId }, written, now) => {
  const { rows } = await keepAlarms(tx, spaceId, written, now);
  return { rows, committed: undefined };
};

/** Writes in batches as large as a device's, so that a running server goes on. Devices learn of it with the next beat. */
async function write(database: AppDatabase, actor: Actor, mutations: readonly Mutation[]): Promise<void> {
  for (let start = 0; start < mutations.length; start += MAX_BATCH) {
    const batch = mutations.slice(start, start + MAX_BATCH);
    for (const part of await partsOf(database, actor.spaceId, batch, PART_SIZES))
      await writePart(database, actor, part);
  }
}

async function writePart(database: AppDatabase, actor: Actor, part: readonly Mutation[]): Promise<void> {
  const { patch } = await database.transact((tx) =>
    push(tx, actor, part, Date.now(), { ...PUSH_SIZES, follow }),
  );
  const rejected = patch.outcomes.find(({ rejection }) => rejection !== null);
  if (rejected?.rejection)
    throw new CommandFailed(
      `${new MutationRejected(rejected.rejection).message} The account changed meanwhile. Import the file again for the rest.`,
    );
}

/** Names of a file could hold commands for the terminal. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}+/gu, ' ');
}

/** The plan for people. */
function linesOf(plan: DescribedPlan): readonly string[] {
  const counts = Object.entries(plan.counts).filter(([, count]) => count > 0);
  const noted = (title: string, notes: DescribedPlan['told']) => [
    ...(notes.length === 0 ? [] : [`${title}: ${notes.length}`]),
    ...notes.map(({ where, name, what, detail }) => {
      const subject = [where, name === '' ? '' : `“${name}”`].filter(Boolean).join(' ');
      return `  ${subject === '' ? '' : `${subject}: `}${what}${detail === '' ? '' : ` (${detail})`}`;
    }),
  ];
  return [
    `Format: ${plan.format}`,
    ...counts.map(([list, count]) => `  ${count} ${list === 'completedTasks' ? 'completed tasks' : list}`),
    ...(plan.here === 0 ? [] : [`Imported before: ${plan.here}`]),
    ...noted('Refused', plan.refused),
    ...noted('Changed or lost', plan.told),
  ];
}
