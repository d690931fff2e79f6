import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { readConfig } from '#src/server/config/config.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const condition = z.strictObject({ condition: z.literal('service_healthy') });
const duration = z.string().regex(/^\d+[sm]$/);
const healthCheck = z.strictObject({
  test: z.tuple([z.literal('CMD'), z.string()], z.string()),
  interval: duration,
  timeout: duration,
  start_period: duration.optional(),
  retries: z.int(),
});

/**
 * Every key of Compose that our files use: Compose would ignore a misspelt one, or reject it only at the
 * start.
 */
const service = z.strictObject({
  image: z.string().regex(/^[\w./-]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/, 'is pinned'),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  restart: z.literal('unless-stopped'),
  user: z.string().optional(),
  command: z.array(z.string()).optional(),
  env_file: z.literal('.env').optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  depends_on: z.record(z.string(), condition).optional(),
  healthcheck: healthCheck.optional(),
  read_only: z.literal(true),
  tmpfs: z.union([z.string(), z.array(z.string())]),
  shm_size: z.string().optional(),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.tuple([z.literal('NET_BIND_SERVICE')]).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  pids_limit: z.int(),
  stop_grace_period: duration,
  logging: z.strictObject({ driver: z.literal('json-file'), options: z.record(z.string(), z.string()) }),
});
const compose = z.strictObject({
  name: z.literal('sunglow'),
  'x-sunglow': z.unknown().optional(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  networks: z.record(z.string(), z.union([z.null(), z.strictObject({ internal: z.literal(true) })])),
});

describe.each(['one-machine', 'three-servers'])('the compose file of %s', (name) => {
  const folder = join(ROOT, 'deploy', name);
  const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
  const example = readFileSync(join(folder, '.env.example'), 'utf8');
  const file = compose.parse(parse(text, { merge: true }));
  const services = Object.entries(file.services);
  const servers = services.filter(([service]) => service.startsWith('sunglow'));

  test('every service has a health check, its own or that of its image', () => {
    // Our Dockerfile has a health check, and the lint requires it.
    expect(services.filter(([, { healthcheck, build }]) => !healthcheck && !build)).toEqual([]);
  });

  test('the services, volumes and networks named by a service exist', () => {
    const known = (names: object, name: string) => Object.keys(names).includes(name);
    const isMissing = {
      depends_on: (name: string) => !known(file.services, name),
      networks: (name: string) => !known(file.networks, name),
      volumes: (name: string) =>
        name.startsWith('.') ? !existsSync(join(folder, name)) : !known(file.volumes, name),
      build: (name: string) => !existsSync(join(folder, name)),
    };
    const missing = services.flatMap(([, { depends_on = {}, networks, volumes = [], build }]) => [
      ...Object.keys(depends_on).filter(isMissing.depends_on),
      ...networks.filter(isMissing.networks),
      ...volumes.map((volume) => volume.split(':')[0] ?? '').filter(isMissing.volumes),
      ...(build ? [join(build.context, build.dockerfile)] : []).filter(isMissing.build),
    ]);

    expect(missing).toEqual([]);
  });

  test('only Caddy is reachable from outside', () => {
    expect(services.filter(([, { ports }]) => ports).map(([service]) => service)).toEqual(['caddy']);
  });

  test('Caddy passes requests to all servers, and waits for them', () => {
    const { caddy } = file.services;
    const names = servers.map(([service]) => service);

    expect(caddy?.environment?.['SUNGLOW_SERVERS']?.split(' ')).toEqual(
      names.map((service) => `${service}:8080`),
    );
    expect(Object.keys(caddy?.depends_on ?? {})).toEqual(names);
  });

  test('a server has time to drain for 10 s before it is killed', () => {
    for (const [, { stop_grace_period }] of servers)
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(15);
  });

  test('the file contains no secret, and .env.example has every required setting', () => {
    const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, variable]) => variable);

    const secrets = services
      .flatMap(([, { environment = {} }]) => Object.entries(environment))
      .filter(([key]) => /SECRET|PASSWORD|DATABASE_URL|STORAGE_URL/.test(key));

    expect(required.filter((variable) => !new RegExp(`^${variable}=`, 'm').test(example))).toEqual([]);
    expect(secrets.filter(([, value]) => !/\$\{\w+:\?[^}]+\}/.test(value))).toEqual([]);
    expect(example).not.toMatch(/^\w*(SECRET|PASSWORD|TOKEN|STORAGE_URL)\w*=.+$/m);
  });

  test('the servers accept their settings', () => {
    const values: Record<string, string> = {
      SUNGLOW_SITE: 'https://sunglow.example.com',
      POSTGRES_PASSWORD: 'a1'.repeat(32),
      AUTH_SECRET: 'b2'.repeat(32),
      STORAGE_URL: 's3://key:secret@storage.example.com/photos',
    };
    for (const [, { environment = {} }] of servers) {
      const filled = Object.entries(environment).map(([key, value]) => [
        key,
        value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_match, variable: string) => values[variable] ?? ''),
      ]);

      expect(readConfig(Object.fromEntries(filled) as Record<string, string>)).toMatchObject({
        publicUrl: 'https://sunglow.example.com',
        trustedProxyHeader: 'x-forwarded-for',
      });
    }
  });
});

test('PostgreSQL and Redis have no way out, and no way in from outside', () => {
  const text = readFileSync(join(ROOT, 'deploy', 'three-servers', 'compose.yaml'), 'utf8');
  const { services, networks } = compose.parse(parse(text, { merge: true }));

  expect([services['postgres']?.networks, services['redis']?.networks]).toEqual([['data'], ['data']]);
  expect(networks['data']).toEqual({ internal: true });
});
