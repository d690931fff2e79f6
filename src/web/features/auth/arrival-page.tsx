import { Navigate } from '#src/web/addresses/router.tsx';
import { useLoaded } from '#src/web/account/loaded.ts';
import { arrive } from '#src/web/account/providers.ts';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { Trouble } from '#src/web/ui/page/trouble.tsx';

/** The page after a sign-in with a provider. From here on the device knows its user. */
export function ArrivalPage() {
  const { data: place, problem, reload } = useLoaded(arrive);
  if (place !== null) return <Navigate to={place} replace />;
  if (problem === null) return <Loading />;
  return <Trouble title="You are nearly in" text={problem.message} onRetry={reload} />;
}
