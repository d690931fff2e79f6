import type { Progress } from '#src/sync/client/state/tab-state.ts';
import { ProgressBar } from '#src/web/ui/page/progress-bar.tsx';
import { loadText } from './sync-texts.ts';

/** The progress of loading many tasks. */
export function LoadProgress({ load, label }: { readonly load: Progress; readonly label: string }) {
  const { received, missing } = load;
  return <ProgressBar label={label} value={received} max={received + missing} text={loadText(load)} />;
}
