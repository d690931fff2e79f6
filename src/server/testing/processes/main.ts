// The server for tests: hashing passwords takes far less than a second for each sign-up.
import { serve } from '#src/server/serve.ts';
import { LOW_COST } from './low-cost.ts';

await serve({ passwordCost: LOW_COST });
