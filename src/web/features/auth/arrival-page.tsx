import { Navigate } from 'react-router';
import { useLoaded } from '#src/web/hooks/loaded.ts';
import { arrive } from '#src/web/hooks/providers.ts';
import { Loading } from '#src/web/ui/loading.tsx';
import { Trouble } from '#src/web/ui/trouble.tsx';

/** A sign-in with a provider ends here: from here on, this device knows who is in. */
export function ArrivalPage() {
  const { data: place, problem, reload } = useLoaded(arrive);
  if (place !== null) return <Navigate to={place} replace />;
  if (problem === null) return <Loading />;
  return <Trouble title="You are nearly in" text={problem.message} onRetry={reload} />;
}
