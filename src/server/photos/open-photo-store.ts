import { join } from 'node:path';

import type { Config } from '#src/server/config/config.ts';
import { DiskStore } from './disk-store.ts';
import type { PhotoStore } from './photo-store.ts';
import { S3Store } from './s3-store.ts';

/** The photo store of the settings. */
export function photoStore({ storage, dataDir }: Config): PhotoStore {
  return storage ? new S3Store(storage) : new DiskStore(join(dataDir, 'photos'));
}
