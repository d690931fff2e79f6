import { join } from 'node:path';

import type { Config } from '#src/server/config/config.ts';
import { DiskStore } from '#src/server/photos/disk-store.ts';
import type { PhotoStore } from '#src/server/photos/photo-store.ts';
import { S3Store } from '#src/server/photos/s3-store.ts';

/** Where photos are kept, as the settings say. */
export function photoStore({ storage, dataDir }: Config): PhotoStore {
  return storage ? new S3Store(storage) : new DiskStore(join(dataDir, 'photos'));
}
