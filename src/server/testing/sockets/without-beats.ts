import { onTestFinished, vi } from 'vitest';

import { Hub } from '#src/sync/server/hub.ts';

/**
 * Until the test ends, no beat of a server in this process carries a version: devices learn of changes by
 * hints alone.
 */
export function withoutBeats(): void {
  const beat = vi.spyOn(Hub.prototype, 'beat').mockResolvedValue();
  onTestFinished(() => beat.mockRestore());
}
