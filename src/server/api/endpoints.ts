import { batchEndpoint } from './batch.ts';
import { changesEndpoint } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { eventsEndpoint } from './events.ts';
import { exportEndpoint } from './export.ts';
import { proposalEndpoints } from './proposals.ts';
import { quickAddEndpoint } from './quick-add.ts';
import { tableEndpoints } from './table-endpoints.ts';
import { taskEndpoints } from './tasks.ts';
import { undoEndpoint } from './undo.ts';

/** Everything that the API does. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...taskEndpoints,
  quickAddEndpoint,
  batchEndpoint,
  undoEndpoint,
  ...proposalEndpoints,
  changesEndpoint,
  exportEndpoint,
  eventsEndpoint,
  ...tableEndpoints,
];
