import { afterAll, inject } from 'vitest';

import { connectForPlans, planOf } from './statement-plans.ts';
import { problemsOf } from './statement-rules.ts';
import { StatementWatch, type Statement } from './statement-watch.ts';

// For every file of server tests, checks the server's statements to PostgreSQL by the rules of
// statement-rules.ts.
const watch = new StatementWatch();
watch.start();

afterAll(async () => {
  const statements = [...watch.statements.values()];
  const problems = statements.length > 0 ? await problemsOfAll(statements) : [];
  for (const mixed of watch.mixed) problems.push(`One transaction is of several users:\n${mixed.join('\n')}`);
  if (problems.length > 0) throw new Error(problems.join('\n\n'));
});

async function problemsOfAll(statements: readonly Statement[]): Promise<string[]> {
  const client = await connectForPlans(inject('plansUrl'));
  try {
    const problems: string[] = [];
    for (const statement of statements) {
      const found = problemsOf(statement, await planOf(client, statement.sql));
      problems.push(...found.map((problem) => `${statement.from}: ${statement.sql}\n${problem}`));
    }
    return problems;
  } finally {
    await client.end();
  }
}
