import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '#e2e/support/fixtures.ts';

/**
 * Everything that a page can send without a preflight: forms, and requests with answers that it cannot read.
 */
const page = (target: string) => `<!doctype html><title>Win a prize</title><script>
  const send = (path, body) => fetch('${target}' + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body });
  Promise.allSettled([
    send('/api/auth/sign-out', '{}'),
    send('/api/auth/update-user', '{"name":"Mallory"}'),
    send('/api/auth/sessions/end-others', '{}'),
    send('/api/auth/delete-user', '{}'),
  ]).then(() => {
    const form = document.createElement('form');
    form.method = 'post';
    form.enctype = 'text/plain';
    form.action = '${target}/api/auth/sign-out';
    const field = document.createElement('input');
    field.name = '{"a":"';
    field.value = '"}';
    form.append(field);
    document.body.append(form);
    form.submit();
  });
</script>`;

test('A page of another site changes nothing, and does not sign the user out', async ({ app, server }) => {
  const evil = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(page(server.url));
  }).listen(0, '127.0.0.1');
  await once(evil, 'listening');
  const user = await app.signUp();
  app.watch.expect(/NotSameOrigin|403 \(Forbidden\)/);
  const { port } = evil.address() as AddressInfo;

  const form = app.page.waitForResponse(
    (response) => response.url().endsWith('/sign-out') && response.request().isNavigationRequest(),
  );
  // Another site than the app's, by the machine's other name.
  const host = server.url.includes('127.0.0.1') ? 'localhost' : '127.0.0.1';
  await app.page.goto(`http://${host}:${port}`);

  expect((await form).status()).toBe(403);
  await app.page.waitForURL('**/sign-out');
  await app.page.goto(`${server.url}/app/account`);
  await expect(app.page.getByRole('main').getByText(user.name, { exact: true }).first()).toBeVisible();
  await expect(app.page.getByText('Mallory')).toHaveCount(0);
  evil.close();
});
