import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOpenssl, selfSignedCertificate } from '#src/server/testing/processes/certificates.ts';
import { NameServer } from '#src/server/reminders/testing/name-server.ts';
import { failureOfCode } from './failure-of-code.ts';
import { poster } from './post.ts';
import { isPublicAddress } from './public-address.ts';

const nothing = { headers: {}, body: '' };

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe.runIf(hasOpenssl)('a receiver with a certificate of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-certificate-'));
  const { certificate, key } = selfSignedCertificate(folder, 'receiver', '127.0.0.1');
  const plain = createHttpServer((_, response) => response.end());
  const secure = createHttpsServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    (_, response) => response.end(),
  );
  // OpenSSL's answer to a request without TLS: a fatal alert, protocol_version (RFC 8446, section 6).
  const alert = createServer((socket) => void socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 70])).resume());
  let ports: Readonly<Record<'plain' | 'secure' | 'alert', number>>;
  beforeAll(async () => {
    ports = { plain: await portOf(plain), secure: await portOf(secure), alert: await portOf(alert) };
  });
  afterAll(() => {
    for (const server of [plain, secure, alert]) server.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['whose certificate nobody vouches for', 'https', 'secure', 'WRONG_CERTIFICATE'],
    ['without https, asked by https', 'https', 'plain', 'WRONG_PROTOCOL'],
    ['with TLS, asked by http', 'http', 'alert', 'WRONG_PROTOCOL'],
    ['that ends the connection', 'http', 'secure', 'UNREACHABLE'],
  ] as const)('[N3] a receiver %s is told as such', async (_, scheme, port, failure) => {
    const post = poster(true, isPublicAddress);
    expect(await post(`${scheme}://127.0.0.1:${ports[port]}/`, nothing)).toMatchObject({ failure });
  });
});

test('[N3] a name that does not exist is reported as such', async () => {
  const names = await NameServer.start({ 'no-such.example': [] });
  const post = poster(false, isPublicAddress, 10_000, [names.address]);
  expect(await post('https://no-such.example/', nothing)).toMatchObject({ failure: 'NAME_NOT_FOUND' });
  names.stop();
});

test.each([
  ['CERT_HAS_EXPIRED', 'WRONG_CERTIFICATE'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'WRONG_CERTIFICATE'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'WRONG_CERTIFICATE'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'WRONG_CERTIFICATE'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'WRONG_PROTOCOL'],
  ['ENODATA', 'NAME_NOT_FOUND'],
  // The name servers fail here, and not the name.
  ['ESERVFAIL', 'UNREACHABLE'],
  ['EAI_AGAIN', 'UNREACHABLE'],
  ['ECONNREFUSED', 'UNREACHABLE'],
  ['', 'UNREACHABLE'],
] as const)('[N3] the code %s is %s', (code, failure) => {
  expect(failureOfCode(code)).toBe(failure);
});
