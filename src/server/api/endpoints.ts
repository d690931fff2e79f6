import { batchEndpoint } from './batch.ts';
import type { Endpoint } from './endpoint.ts';
import { taskEndpoints } from './tasks.ts';

/** Everything that the API does. */
export const ENDPOINTS: readonly Endpoint[] = [...taskEndpoints, batchEndpoint];
