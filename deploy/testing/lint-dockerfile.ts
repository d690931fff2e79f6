import { readCopy, type Dockerfile, type Stage } from './dockerfile.ts';

type Rule = (dockerfile: Dockerfile, last: Stage) => boolean;

/**
 * The rules of hadolint that apply, under its names, and three of our own. Each returns true if a Dockerfile
 * keeps it.
 */
const RULES: Readonly<Record<string, Rule>> = {
  'DL3000 WORKDIR is absolute': (file) => all(file, 'WORKDIR', (text) => text.startsWith('/')),
  'DL3002 the last user is not root': (_file, last) =>
    !['', 'root', '0'].includes(last.steps.findLast(({ name }) => name === 'USER')?.text.split(':')[0] ?? ''),
  'DL3003 WORKDIR instead of cd': (file) => all(file, 'RUN', (text) => !/(^|\s)cd\s/.test(text)),
  'DL3004 no sudo': (file) => all(file, 'RUN', (text) => !/\bsudo\b/.test(text)),
  'DL3006, DL3007 images have a version': ({ stages }) =>
    stages.every(({ image }) => /^[\w./-]+:\d+\.\d+\.\d+[\w.-]*$/.test(image)),
  'DL3020 COPY instead of ADD': (file) => all(file, 'ADD', () => false),
  'DL3022 COPY --from names a stage': (file) =>
    all(file, 'COPY', (text) => {
      const { from } = readCopy(text);
      return from === null || file.stages.some(({ name }) => name === from);
    }),
  'DL3024 stages have names of their own': ({ stages }) =>
    new Set(stages.map(({ name }) => name)).size === stages.length,
  'DL3025 commands are JSON': (file) =>
    ['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].every((name) =>
      all(file, name, (text) => isJson(text.replace(/^(--\S+\s+)*CMD\s+/, ''))),
    ),
  'DL3045 a relative COPY has a WORKDIR': ({ stages }) =>
    stages.every(({ steps }) => {
      const [workdir, copy] = ['WORKDIR', 'COPY'].map((word) => steps.findIndex(({ name }) => name === word));
      return copy === -1 || (workdir !== -1 && Number(workdir) < Number(copy));
    }),
  'DL3055 there is a HEALTHCHECK': (_file, last) => last.steps.some(({ name }) => name === 'HEALTHCHECK'),
  'DL4000 no MAINTAINER': (file) => all(file, 'MAINTAINER', () => false),
  'DL4003 one CMD': ({ stages }) =>
    stages.every(({ steps }) => steps.filter(({ name }) => name === 'CMD').length <= 1),
  'DL4006 no pipes, which hide a failure': (file) => all(file, 'RUN', (text) => !/[^|]\|[^|]/.test(text)),
  'no secret is built in': (file) =>
    ['ARG', 'ENV'].every((name) =>
      all(file, name, (text) => !/SECRET|PASSWORD|TOKEN|_KEY|_URL=/i.test(text)),
    ) && [...file.args.keys()].every((key) => !/SECRET|PASSWORD|TOKEN|_KEY/i.test(key)),
  'nothing is installed in the last stage': (_file, last) =>
    last.steps.every(({ name, text }) => name !== 'RUN' || !/\b(npm|apt-get|apk|curl|wget)\b/.test(text)),
  'the last stage copies what it names, not everything': (_file, last) =>
    last.steps.every(({ name, text }) => name !== 'COPY' || !readCopy(text).sources.includes('.')),
};

/** The broken rules of `dockerfile`. */
export function lintDockerfile(dockerfile: Dockerfile): string[] {
  const last = dockerfile.stages.at(-1);
  if (!last) return ['DL3061 there is a FROM'];
  return Object.entries(RULES).flatMap(([name, keeps]) => (keeps(dockerfile, last) ? [] : [name]));
}

function all({ stages }: Dockerfile, name: string, isRight: (text: string) => boolean): boolean {
  return stages.flatMap(({ steps }) => steps).every((step) => step.name !== name || isRight(step.text));
}

function isJson(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
