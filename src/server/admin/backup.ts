import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { makeRestoredReady } from './after-restore.ts';
import { MANIFEST, sumOf, sumsOf, verify, type Manifest } from './backup-manifest.ts';
import { CommandFailed } from './command-failed.ts';
import { NoDatabase } from './open.ts';
import type { Config } from '#src/server/config/config.ts';
import { DATABASE_FILE } from '#src/server/db/database.ts';
import { explainDamage, explainFiles, storageProblem } from '#src/server/db/storage-problem.ts';
import { takeDataDirectory, type DataDirectory } from '#src/server/db/data-directory.ts';

/**
 * Both lie beside the database, in DATA_DIR as in a backup. They are missing when the settings name another
 * place.
 */
const SECRET = 'secret';
const PHOTOS = 'photos';

type Print = (line: string) => void;

/**
 * Copies the database as of one moment, the secret and the photos into a new folder, also from a running
 * server. Throws CommandFailed, NoDatabase or CannotStore, and leaves no partial backup under that name.
 */
export async function backUp(folder: string, config: Config, print: Print): Promise<void> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== null)
    throw new CommandFailed('The database is PostgreSQL: back it up with pg_dump, and keep AUTH_SECRET.');
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw new NoDatabase(`There is no database in ${dataDir}.`);
  const target = resolve(folder);
  if (existsSync(target)) throw new CommandFailed(`${target} exists already. Name a new folder.`);
  const draft = `${target}.part`;
  try {
    await mkdir(draft, { mode: 0o700 });
  } catch (error) {
    const problem = explainFiles(error, target, 'name');
    throw problem === error ? new CommandFailed(`${draft} cannot be made: ${String(error)}`, error) : problem;
  }
  try {
    // Photos come and go with rows: copying them before and after the database gets all photos that the copy
    // names.
    await copyPhotos(dataDir, draft);
    copyDatabase(join(dataDir, DATABASE_FILE), join(draft, DATABASE_FILE));
    await copyPhotos(dataDir, draft);
    if (existsSync(join(dataDir, SECRET))) await copyFile(join(dataDir, SECRET), join(draft, SECRET));
    const rows = inspect(join(draft, DATABASE_FILE));
    const manifest = { createdAt: new Date().toISOString(), files: await sumsOf(draft), rows };
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
    await rename(draft, target);
    print(`${target}: ${summary(rows)}.`);
  } catch (error) {
    // The folder was made just now, so that a file that cannot be opened is a source.
    const problem =
      storageProblem(error) === 'read-only'
        ? new CommandFailed(`${dataDir} cannot be read: ${String(error)}`, error)
        : explainFiles(error, target, 'name');
    await rm(draft, { recursive: true, force: true });
    throw problem;
  }
  if (config.authSecret !== null) print('AUTH_SECRET is not in it: keep that too.');
  if (config.storage !== null) print('Photos in the storage of STORAGE_URL are not in it.');
}

/**
 * Fills DATA_DIR from a backup, so that all devices load anew. Throws CommandFailed, CannotStore,
 * MigrationFailed, or the errors of taking DATA_DIR, and leaves no database there then.
 */
export async function restore(folder: string, config: Pick<Config, 'dataDir'>, print: Print): Promise<void> {
  const manifest = await verify(folder);
  await fill(config.dataDir, 'set DATA_DIR to', folder, manifest, makeRestoredReady);
  print(`${config.dataDir}: ${summary(manifest.rows)}.`);
}

/**
 * Restores a backup to a temporary place, and checks that this Sunglow can run on it. Throws as `restore`
 * does.
 */
export async function rehearse(folder: string, print: Print): Promise<void> {
  const manifest = await verify(folder);
  const { createdAt, rows } = manifest;
  const dataDir = await mkdtemp(join(tmpdir(), 'sunglow-rehearsal-'));
  try {
    await fill(dataDir, 'set TMPDIR to', folder, manifest);
    const restored = inspect(join(dataDir, DATABASE_FILE));
    const tables = new Set([...Object.keys(rows), ...Object.keys(restored)]);
    const differing = [...tables].filter((table) => rows[table] !== restored[table]);
    for (const table of [...tables].toSorted()) print(`${table.padEnd(24)} ${restored[table] ?? 'missing'}`);
    if (differing.length > 0)
      throw new CommandFailed(`The numbers of rows differ from the backup's: ${differing.join(', ')}.`);
    await makeRestoredReady(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  print(`The backup of ${createdAt} can be restored: ${summary(rows)}.`);
}

/**
 * Writes all rows into one new file, as of one moment. A copy of the pages would still contain deleted rows.
 */
function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } catch (error) {
    throw explainDamage(error, from);
  } finally {
    source.close();
  }
}

/**
 * Skips existing photos, since a photo never changes. A photo that vanishes meanwhile was replaced or
 * deleted.
 */
async function copyPhotos(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, PHOTOS))) return;
  await mkdir(join(to, PHOTOS), { recursive: true, mode: 0o700 });
  for (const name of await readdir(join(from, PHOTOS))) {
    if (name.endsWith('.new')) continue;
    const target = join(to, PHOTOS, name);
    if (existsSync(target)) continue;
    try {
      // A full disk leaves no partial photo under its name.
      await copyFile(join(from, PHOTOS, name), `${target}.new`);
      await rename(`${target}.new`, target);
    } catch (error) {
      await rm(`${target}.new`, { force: true });
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** The number of rows of each table. Throws CommandFailed for a damaged database. */
function inspect(path: string): Record<string, number> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const unsound = [
      ...database
        .prepare('PRAGMA integrity_check')
        .all()
        .map(({ integrity_check }) => String(integrity_check)),
      ...database
        .prepare('PRAGMA foreign_key_check')
        .all()
        .map(({ table }) => `a row of ${String(table)} belongs to none`),
    ].filter((line) => line !== 'ok');
    if (unsound.length > 0) throw new CommandFailed(`${path} is damaged: ${unsound.slice(0, 3).join('; ')}`);
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => {
        const row = database.prepare(`SELECT count(*) AS rows FROM "${String(name)}"`).get();
        return [String(name), Number(row?.['rows'])];
      }),
    );
  } finally {
    database.close();
  }
}

/**
 * Files get their names only when all are on the disk, unchanged but for `prepare`. After an earlier failure,
 * the command can run again.
 */
async function fill(
  dataDir: string,
  choose: string,
  folder: string,
  { files }: Manifest,
  prepare?: (draftDir: string) => Promise<void>,
): Promise<void> {
  const directory = takeDirectory(dataDir, choose);
  const names = [SECRET, DATABASE_FILE].filter((name) => files[name] !== undefined);
  const draftDir = join(dataDir, 'restore.part');
  try {
    for (const name of [DATABASE_FILE, SECRET])
      if (existsSync(join(dataDir, name)))
        throw new CommandFailed(
          `${join(dataDir, name)} exists already. Move it away, or set DATA_DIR to a new folder.`,
        );
    await copyPhotos(folder, dataDir);
    const photos = Object.keys(files).filter((path) => path.startsWith(`${PHOTOS}/`));
    for (const path of photos) await checkCopy(join(dataDir, path), files[path]);
    // Left over from a killed process.
    await rm(draftDir, { recursive: true, force: true });
    await mkdir(draftDir, { mode: 0o700 });
    for (const name of names) {
      await copyFile(join(folder, name), join(draftDir, name));
      await checkCopy(join(draftDir, name), files[name]);
    }
    await prepare?.(draftDir);
    for (const name of names) await rename(join(draftDir, name), join(dataDir, name));
  } catch (error) {
    // Reads the free space before the cleanup makes room again.
    throw explainFiles(error, dataDir, choose);
  } finally {
    await rm(draftDir, { recursive: true, force: true });
    directory.release();
  }
}

function takeDirectory(dataDir: string, choose: string): DataDirectory {
  try {
    return takeDataDirectory(dataDir);
  } catch (error) {
    throw explainFiles(error, dataDir, choose);
  }
}

/**
 * Throws CommandFailed for a file that differs, as after an interrupted attempt, and removes it for the next
 * one.
 */
async function checkCopy(path: string, sum: string | undefined): Promise<void> {
  if ((await sumOf(path)) === sum) return;
  await rm(path, { force: true });
  throw new CommandFailed(`${path} was not copied as it is. Look after the disk, and try again.`);
}

function summary(rows: Readonly<Record<string, number>>): string {
  return `${rows['user'] ?? 0} accounts, ${rows['task'] ?? 0} tasks`;
}
