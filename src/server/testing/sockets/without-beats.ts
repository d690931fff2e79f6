import { onTestFinished, vi } from 'vitest';

import { Hub } from '#src/sync/server/hub.ts';

/** Until the test ends no server of this process tells a version by a beat: what devices see came by a hint, or not at all. */
export function withoutBeats(): void {
  const beat = vi.spyOn(Hub.prototype, 'beat').mockResolvedValue();
  onTestFinished(() => beat.mockRestore());
}
