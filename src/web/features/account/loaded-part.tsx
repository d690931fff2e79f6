import type { ReactNode } from 'react';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import type { Loaded } from '#src/web/account/loaded.ts';
import { Button } from '#src/web/ui/button.tsx';
import { AccountRow } from './account-row.tsx';

interface LoadedPartProps<T> {
  readonly loaded: Loaded<T>;
  readonly children: (data: T) => ReactNode;
}

/** The state of a section's data: loading, failed with its reason, or `children`. */
export function LoadedPart<T>({ loaded, children }: LoadedPartProps<T>) {
  const { data, problem, reload } = loaded;
  if (data !== null) return children(data);
  // Not announced: a page has many of these, and all finish within a moment.
  if (problem === null) return <AccountRow label="Loading..." />;
  return (
    <div role="alert">
      <AccountRow
        label={problem.code === 'OFFLINE' ? 'You are offline' : 'This could not be loaded'}
        value={problem.code === 'OFFLINE' ? 'It shows here once there is a connection.' : problem.message}
      >
        <Button size="small" ref={handOnFocus} onClick={reload}>
          Try again
        </Button>
      </AccountRow>
    </div>
  );
}
