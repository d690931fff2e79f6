// The server as tests run it: nobody waits a second for each user that signs up.
import { serve } from '#src/server/serve.ts';
import { LOW_COST } from './low-cost.ts';

await serve({ passwordCost: LOW_COST });
