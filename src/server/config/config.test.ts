import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

import { ConfigError, readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

const SECRET = 'a secret of more than thirty-two characters';

describe('configuration', () => {
  test('without settings, the server is for this machine, with its data in ./data', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: 'localhost',
      dataDir: resolve('data'),
      databaseUrl: null,
      redisUrl: null,
      drainSeconds: 0,
      databasePool: 10,
      busDatabaseUrl: null,
      publicUrl: 'http://localhost:8080',
      isLocal: true,
      allowedOrigins: ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'],
      hsts: 'host',
      authSecret: null,
      trustedProxyHeader: null,
      requestIdHeader: null,
      mutationRate: 200,
      metrics: null,
      tracesUrl: null,
      logLevel: 'warn',
      signUps: 'open',
      storage: null,
      mail: null,
      sms: null,
      webhookAllowPrivate: false,
      providers: [],
      oidc: null,
    });
  });

  test('an empty value counts as none', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '', AUTH_SECRET: '' })).toEqual(readConfig({}));
  });

  test('a public address is the only allowed one', () => {
    const config = readConfig({ PUBLIC_URL: 'https://Sunglow.example.com/' });

    expect(config.publicUrl).toBe('https://sunglow.example.com');
    expect(config.allowedOrigins).toEqual(['https://sunglow.example.com']);
  });

  test('servers notify each other through the same database, unless another address of it is set', () => {
    const environment = { DATABASE_URL: 'postgres://pooler/sunglow', AUTH_SECRET: SECRET };
    const BUS_DATABASE_URL = 'postgres://db/sunglow';

    expect(readConfig(environment).busDatabaseUrl).toBe(environment.DATABASE_URL);
    expect(readConfig({ ...environment, BUS_DATABASE_URL }).busDatabaseUrl).toBe(BUS_DATABASE_URL);
  });

  test('on port 80 the addresses are as browsers send them', () => {
    expect(readConfig({ PORT: '80' }).allowedOrigins[0]).toBe('http://localhost');
  });

  test.each([
    [{}, true],
    [{ HOST: '127.0.0.1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    // A container with its port published on this machine alone.
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' }, true],
    [{ PUBLIC_URL: 'https://sunglow.example.com' }, false],
  ])('with %o, "only this machine can reach the server" is %s', (environment, isLocal) => {
    expect(readConfig(environment).isLocal).toBe(isLocal);
  });

  test.each([
    ['smtp://user:secret@mail.example.com:587', true],
    ['smtp://10.0.0.7', true],
    ['smtp://mail', true],
    ['smtp://127.0.0.1:25', false],
    ['smtp://localhost', false],
    ['smtps://mail.example.com', false],
    ['smtp://mail.example.com?tls=never', false],
  ])('mail by %s goes by STARTTLS or not at all: %s', (SMTP_URL, requireTls) => {
    const { mail } = readConfig({ SMTP_URL, MAIL_FROM: 'sunglow@example.com' });

    expect(mail?.requireTls).toBe(requireTls);
    expect(mail?.smtpUrl).not.toContain('tls=');
  });

  test.each([
    'https://id.example.com',
    'http://localhost:9000',
    'http://keycloak:8080/realms/home',
    'http://192.168.1.7',
    'http://[fd00::7]',
  ])('signing in at %s is taken', (OIDC_ISSUER) => {
    const environment = { OIDC_ISSUER, OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };

    expect(readConfig(environment).oidc?.issuer).toBe(OIDC_ISSUER);
  });

  test('the name of a header is in lower case', () => {
    expect(readConfig({ TRUSTED_PROXY_HEADER: 'X-Real-IP' }).trustedProxyHeader).toBe('x-real-ip');
  });

  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 1 to 65535 (it is "http").'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 1 to 65535 (it is "80.5").'],
    [{ PORT: '70000' }, 'PORT must be from 1 to 65535 (it is "70000").'],
    [
      { PUBLIC_URL: 'sunglow.example.com' },
      'PUBLIC_URL must look like https://sunglow.example.com, without a path (it is "sunglow.example.com").',
    ],
    [
      { PUBLIC_URL: 'https://example.com/sunglow' },
      'PUBLIC_URL must look like https://sunglow.example.com, without a path (it is "https://example.com/sunglow").',
    ],
    [
      { TRUSTED_PROXY_HEADER: 'X Real' },
      'TRUSTED_PROXY_HEADER must be the name of a header, such as X-Forwarded-For (it is "X Real").',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is "loud").',
    ],
    [
      { DATABASE_URL: 'postgres://db/sunglow' },
      'AUTH_SECRET must be set when DATABASE_URL is, the same on every server.',
    ],
    [
      { REDIS_URL: 'redis://cache' },
      'REDIS_URL needs DATABASE_URL: on a database file there is one server, and nobody to tell.',
    ],
    [
      { BUS_DATABASE_URL: 'postgres://db/sunglow' },
      'BUS_DATABASE_URL needs DATABASE_URL, and leads to the same PostgreSQL.',
    ],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL must be from 1 to 1000 (it is "0").'],
    [
      { DATABASE_URL: 'postgres://db/sunglow?sslmode=prefer' },
      'DATABASE_URL must have an sslmode of disable, require, verify-ca, verify-full, or none for no TLS.',
    ],
    [
      { DATABASE_URL: 'postgres://db/sunglow?sslmode=' },
      'DATABASE_URL must have an sslmode of disable, require, verify-ca, verify-full, or none for no TLS.',
    ],
    [
      { DATABASE_URL: 'postgres://db/sunglow?sslmode=verify-ca' },
      'DATABASE_URL must have an sslrootcert with the sslmode verify-ca.',
    ],
    [
      { DATABASE_URL: 'postgres://db/sunglow?sslmode=verify-full&sslrootcert=/no/such.crt' },
      'DATABASE_URL names an sslrootcert that is not there: /no/such.crt.',
    ],
    [
      { DATABASE_URL: 'postgres://db/sunglow?sslrootcert=/no/such.crt' },
      'DATABASE_URL must have an sslmode with sslrootcert.',
    ],
    [
      { OIDC_ISSUER: 'http://id.example.com' },
      'OIDC_ISSUER must start with https://, as its host is in no private network (it is "http://id.example.com").',
    ],
    [
      { OIDC_ISSUER: 'http://203.0.113.7' },
      'OIDC_ISSUER must start with https://, as its host is in no private network (it is "http://203.0.113.7").',
    ],
    [
      { SMS_WEBHOOK_URL: 'http://[2001:db8::7]/texts' },
      'SMS_WEBHOOK_URL must start with https://, as its host is in no private network (it is "http://[2001:db8::7]/texts").',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.com?tls=maybe' },
      'SMTP_URL must have no tls but tls=never, with smtp://.',
    ],
    [
      { SMTP_URL: 'smtps://mail.example.com?tls=never' },
      'SMTP_URL must have no tls but tls=never, with smtp://.',
    ],
  ])('%o is rejected', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(message));
  });

  test.each([
    ['SMTP_URL', 'smtps://ada:hunter#2@mail.example.com:465'],
    ['SMTP_URL', 'smtps://ada:12#34@mail.example.com:465'],
    ['SMTP_URL', 'smtps://ada@example.com:a@b#c@mail.example.com'],
    ['SMTP_URL', 'smtps://ada:12?34@mail.example.com'],
    ['SMTP_URL', 'smtps://ada:100%sure@mail.example.com'],
    ['DATABASE_URL', 'postgres://ada:hunter#2@db/sunglow'],
    ['BUS_DATABASE_URL', 'postgres://ada:hunter/2@db/sunglow'],
    ['REDIS_URL', 'redis://:hunter#2@cache'],
    ['STORAGE_URL', 's3://KEY:hun/ter2@storage.example.com/photos'],
  ])('%s with a password that ends too early says what to encode: %s', (name, value) => {
    const environment = { AUTH_SECRET: SECRET, DATABASE_URL: 'postgres://db/sunglow', [name]: value };

    expect(() => readConfig({ MAIL_FROM: 'sunglow@example.com', ...environment })).toThrow(
      new ConfigError(
        `${name} must have the special characters of its user name and password encoded: # as %23, % as %25, / as %2F, ? as %3F, @ as %40.`,
      ),
    );
  });

  test('an @ in the user name or password of SMTP_URL belongs to it', () => {
    const { mail } = readConfig({
      SMTP_URL: 'smtps://ada@example.com:p@ss@mail.example.com:465',
      MAIL_FROM: 'sunglow@example.com',
    });

    expect(mail?.smtpUrl).toBe('smtps://ada%40example.com:p%40ss@mail.example.com:465');
  });

  test.each([
    { AUTH_SECRET: 'hunter2' },
    { AUTH_SECRET: SECRET, DATABASE_URL: 'mysql://root:hunter2@db/sunglow' },
    { AUTH_SECRET: SECRET, DATABASE_URL: 'postgres://db/sunglow', REDIS_URL: 'https://:hunter2@cache' },
  ])('a secret is never repeated', (environment) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).not.toThrow('hunter2');
  });

  test('the README has the table of all settings', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const lines = readme.split('\n');

    for (const [name, { about, default: value }] of Object.entries(SETTINGS)) {
      expect(lines).toContain(`| \`${name}\` | ${about} | ${value} |`);
    }
  });
});
