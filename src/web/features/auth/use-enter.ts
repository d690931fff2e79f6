import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AuthError } from '#src/web/hooks/auth-client.ts';
import { isRecord, session, type User } from '#src/web/hooks/session.ts';
import { safeOrigin } from '#src/web/links.ts';

/**
 * Enters the app: runs `identify`, remembers on this device who it is, and goes where the guard had turned them back.
 * `problem` is what to tell the user when the server says no.
 */
export function useEnter() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [problem, setProblem] = useState('');
  const enter = async (identify: () => Promise<User>) => {
    setProblem('');
    try {
      session.start(await identify());
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      setProblem(error.message);
      return;
    }
    await navigate(safeOrigin(isRecord(state) ? state['origin'] : undefined), { replace: true });
  };
  return { problem, enter };
}
