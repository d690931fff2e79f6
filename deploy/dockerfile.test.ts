import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { SERVER_ARGS } from '#scripts/toolchain.mjs';
import { parseDockerfile, readCopy, readIgnoreFile } from './testing/dockerfile.ts';
import { lintDockerfile } from './testing/lint-dockerfile.ts';

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const text = readFileSync(path('deploy/Dockerfile'), 'utf8');
const dockerfile = parseDockerfile(text);
const isInContext = readIgnoreFile(path('.dockerignore'));

test('the Dockerfile keeps the rules of the lint', () => {
  expect(lintDockerfile(dockerfile)).toEqual([]);
});

test.each([
  ['DL3000', 'WORKDIR /sunglow', 'WORKDIR sunglow'],
  ['DL3002', 'USER node', 'USER root'],
  ['DL3002', 'USER node', ''],
  ['DL3003', 'RUN npm ci', 'RUN cd /tmp && npm ci'],
  ['DL3004', 'RUN npm ci', 'RUN sudo npm ci'],
  ['DL3006', 'node:${NODE_VERSION}-bookworm-slim AS build', 'node AS build'],
  ['DL3006', 'node:${NODE_VERSION}-bookworm-slim AS packages', 'node:latest AS packages'],
  ['DL3020', 'COPY . .', 'ADD . .'],
  ['DL3022', '--from=packages', '--from=parcels'],
  ['DL3024', 'AS packages', 'AS build'],
  [
    'DL3025',
    'CMD ["node", "--max-semi-space-size=4", "dist/server/main.js"]',
    'CMD node dist/server/main.js',
  ],
  ['DL3025', 'CMD ["node", "deploy/health-check.mjs"]', 'CMD node deploy/health-check.mjs'],
  ['DL3045', 'WORKDIR /sunglow\n# The', '# The'],
  ['DL3055', 'HEALTHCHECK', '# HEALTHCHECK'],
  ['DL4000', 'EXPOSE', 'MAINTAINER ada\nEXPOSE'],
  ['DL4003', 'CMD ["node", "--max-semi-space-size=4", "dist', 'CMD ["true"]\nCMD ["node", "dist'],
  ['DL4006', 'RUN npm ci', 'RUN npm ci | tee log'],
  ['secret', 'HOST=0.0.0.0', 'HOST=0.0.0.0 AUTH_SECRET=hunter2'],
  ['installed', 'RUN install', 'RUN npm ci && install'],
  ['everything', 'COPY package.json LICENSE ./', 'COPY . .'],
])('%s is seen', (rule, from, to) => {
  expect(text).toContain(from);

  const broken = lintDockerfile(parseDockerfile(text.replace(from, to)));

  expect(broken.join()).toContain(rule);
});

test('the image has the Node of the project', () => {
  const { devDependencies } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
    devDependencies: { node: string };
  };

  expect(dockerfile.stages.map(({ image }) => image)).toEqual(
    Array.from({ length: 3 }, () => `node:${devDependencies.node}-bookworm-slim`),
  );
});

test('the image and the systemd unit run the server as `npm start` does', () => {
  const unit = readFileSync(path('deploy/systemd/sunglow.service'), 'utf8');

  expect(dockerfile.stages.at(-1)?.steps.at(-1)?.text).toContain(
    JSON.stringify(['node', ...SERVER_ARGS]).replaceAll(',', ', '),
  );
  expect(unit).toContain(`/bin/node ${SERVER_ARGS.join(' ')}\n`);
});

test('every copied path exists and is in the context', () => {
  const sources = dockerfile.stages
    .flatMap(({ steps }) => steps.filter(({ name }) => name === 'COPY').map(({ text }) => readCopy(text)))
    .filter(({ from }) => from === null)
    .flatMap(({ sources }) => sources.filter((source) => source !== '.'));

  expect(sources.filter((source) => !existsSync(path(source)) || !isInContext(source))).toEqual([]);
});

test.each([
  '.env',
  '.git/config',
  'data/secret',
  'data/sunglow.db',
  'deploy/one-machine/.env',
  'deploy/three-servers/.env',
  'dist/web/index.html',
  'node_modules/pg/package.json',
  'src/server/main.test.ts',
  'src/server/testing/processes/test-server.ts',
  'test-results/trace.zip',
])('%s stays out of the context', (name) => {
  expect(isInContext(name)).toBe(false);
});

test.each([
  'package.json',
  '.npmrc',
  'src/server/main.ts',
  'vite.server.config.ts',
  'scripts/build.mjs',
  'deploy/health-check.mjs',
  'public',
])('%s is in the context', (name) => {
  expect(isInContext(name)).toBe(true);
});
