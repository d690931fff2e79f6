import { useLocation, useNavigate } from 'react-router';
import { isRecord, session, type User } from '#src/web/hooks/session.ts';
import { safeOrigin } from '#src/web/links.ts';
import { useAttempt } from './use-attempt.ts';

/**
 * Enters the app: runs `identify`, remembers on this device who it is, and goes where the guard had turned them back.
 * Resolves to null, `identify` has let nobody in yet, and says itself how it goes on. `problem` is what to tell the user
 * when the server says no.
 */
export function useEnter() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { problem, attempt } = useAttempt();
  const enter = (identify: () => Promise<User | null>) =>
    attempt(async () => {
      const user = await identify();
      if (!user) return;
      session.start(user);
      await navigate(safeOrigin(isRecord(state) ? state['origin'] : undefined), { replace: true });
    });
  return { problem, enter };
}
