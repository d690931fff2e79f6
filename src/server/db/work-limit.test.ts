import { expect, test } from 'vitest';
import { WorkLimit } from './work-limit.ts';

test('works run up to the limit, and the others follow in their order, also after a failure', async () => {
  const limit = new WorkLimit(2);
  const begun: number[] = [];
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const results = ends.map(({ promise }, i) =>
    limit.run(async () => {
      begun.push(i);
      await promise;
      return i;
    }),
  );
  expect(begun).toEqual([0, 1]);

  ends[1]!.reject(new Error('failed'));
  await expect(results[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);

  for (const end of ends) end.resolve();
  await Promise.all([results[0], results[2], results[3]]);
  expect(begun).toEqual([0, 1, 2, 3]);
});
