import { createHash } from 'node:crypto';
import { open, readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { CommandFailed } from './command-failed.ts';
import { DATABASE_FILE } from '#src/server/db/database.ts';

export const MANIFEST = 'manifest.json';

/** The state of the backup when it was made. */
const manifestSchema = z.object({
  createdAt: z.iso.datetime(),
  /** The SHA-256 of each file, by its path in the folder. */
  files: z.object({ [DATABASE_FILE]: z.string() }).catchall(z.string()),
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.int()),
});

export type Manifest = z.infer<typeof manifestSchema>;
/** Throws CommandFailed unless the folder is a backup with unchanged files. */
export async function verify(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const sums = await sumsOf(folder);
  const paths = new Set([...Object.keys(manifest.files), ...Object.keys(sums)]);
  const changed = [...paths].filter((path) => manifest.files[path] !== sums[path]);
  if (changed.length > 0)
    throw new CommandFailed(
      `The backup is not as it was made: ${changed.slice(0, 3).join(', ')}. Use another one.`,
    );
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  } catch (error) {
    throw new CommandFailed(`${resolve(folder)} is no backup: its ${MANIFEST} cannot be read.`, error);
  }
}

/** The SHA-256 of every file but the manifest, after each is flushed to the disk. */
export async function sumsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path !== MANIFEST);
  const sums: [string, string][] = [];
  for (const path of paths.toSorted())
    sums.push([path.replaceAll('\\', '/'), await sumOf(join(folder, path))]);
  return Object.fromEntries(sums);
}

export async function sumOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const hash = createHash('sha256');
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
    await file.datasync();
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
