import { z } from 'zod';
import { WorkLimit } from '#src/server/db/work-limit.ts';
import { storedBytesOf } from '#src/server/rows/stored-bytes-of.ts';
import { exportInThread } from '#src/server/rows/export-in-thread.ts';
import { EXPORT_FORMATS } from '#src/server/rows/exported-text.ts';
import { endpoint } from './endpoint.ts';
import { ApiProblem } from './problem.ts';
import { queryParameter } from './query-parameter.ts';

/** Exports of a server at once: each holds all rows of a user in memory. */
const exports = new WorkLimit(1);

export const exportEndpoint = endpoint({
  method: 'GET',
  path: '/export',
  name: 'export',
  summary: 'Tells all data of the user as JSON, or tasks in another format. A limited token may not ask.',
  scope: 'read',
  query: z.strictObject({
    format: z.enum(EXPORT_FORMATS).default('json'),
    query: queryParameter.describe('In the language of filters. Not with json.'),
  }),
  status: 200,
  output: z.strictObject({ text: z.string() }),
  errors: ['WRONG_QUERY', 'SCOPE_TOO_NARROW'],
  run: async (call) => {
    const { database, spaceId, token, reach, now } = call;
    const { format, query = null } = call.query;
    if (!reach.isAll) throw new ApiProblem('SCOPE_TOO_NARROW');
    if (format === 'json' && query !== null)
      throw new ApiProblem('INVALID_VALUE', 'query: the JSON holds all data. Choose another format.', {
        field: 'query',
      });
    const { userId } = token;
    // A short answer is made from all rows, too.
    call.countRead(await storedBytesOf(database.db, spaceId));
    const exported = await exports.run(() =>
      exportInThread(database, { spaceId, userId, format, query, now }),
    );
    if ('problem' in exported) throw new ApiProblem('WRONG_QUERY', exported.problem);
    return exported;
  },
});
