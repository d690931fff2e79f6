import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { apiUser } from '#src/server/api/testing/api-user.ts';
import { ENDPOINTS } from './endpoints.ts';
import { PROBLEM_CODES } from './problem.ts';

const DOCS = readFileSync(fileURLToPath(new URL('../../../docs/api.md', import.meta.url)), 'utf8');
const EXAMPLES = [...DOCS.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, example = '']) => example);

describeEachEngine('the documents of the API', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  test('[A1] the examples of docs/api.md run as they are', async () => {
    const { api } = await apiUser(server);
    for (const example of EXAMPLES) {
      // A stream has no end: the example stops curl (28) after some seconds.
      const strict = 'curl() { command curl --fail-with-body "$@" || [ $? = 28 ]; }';
      const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', `${strict}\n${example}`], {
        env: { ...process.env, SUNGLOW: `${server.url}/api/v1`, TOKEN: api.token },
      });
      const ended = new Promise<number | null>((resolve) => {
        shell.once('close', resolve);
      });
      const [out, problem] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
      expect([example, await ended, problem, out.includes('"code"')]).toEqual([example, 0, '', false]);
    }
    const names = (await api.all('/tasks')).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['Pay rent', 'Plant', 'Send the invoice']));
  });

  test('[A1] /api/docs has every route and every code, and neither scripts nor anything of others', async () => {
    const answer = await fetch(`${server.url}/api/docs`);
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    for (const { method, path } of ENDPOINTS) expect(page).toContain(`<code>${method} ${path}</code>`);
    for (const code of PROBLEM_CODES) expect(page).toContain(`id="${code}"`);
    expect(page).not.toMatch(/<script|<style|<link|<img|\son\w+=/);
    const document = await fetch(`${server.url}/api/v1/openapi.json`);
    expect([document.status, await document.json()]).toMatchObject([
      200,
      { openapi: '3.1.1', servers: [{ url: `${server.publicUrl}/api/v1` }] },
    ]);
  });
});

describe('docs/api.md', () => {
  test('[A1] names every code that is no rejection of an operation', () => {
    const own = PROBLEM_CODES.slice(0, PROBLEM_CODES.indexOf('DUPLICATE_COLLECTION'));
    for (const code of own) expect(DOCS).toContain(`\`${code}\``);
    expect(EXAMPLES.length).toBeGreaterThan(6);
  });
});
