import { useState } from 'react';
import { signOut } from '#src/web/account/sign-out.ts';
import { useReplica } from '#src/web/data/replica-context.ts';

/** Signs out, and says while it is under way. */
export function useSignOut() {
  const replica = useReplica();
  const [isLeaving, setLeaving] = useState(false);
  return { isLeaving, signOut: () => signOut(replica, () => setLeaving(true)) };
}
