import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, OTHERS } from './commands.ts';
import { completion } from './completion.ts';
import { manual } from './manual.ts';
import { TestCli } from '#src/cli/testing/test-cli.ts';

const DOCS = readFileSync(fileURLToPath(new URL('../../docs/cli.md', import.meta.url)), 'utf8');
const SHELLS = ['bash', 'zsh', 'fish'];

let folder: string;
let cli: TestCli;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sunglow-completion-'));
  cli = new TestCli(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;

function outputOf(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

test('[A6] help, manual, completions and docs name every command, option and value', async () => {
  const help = await cli.done([]);
  const page = manual();
  for (const { name, options, values = [] } of [...COMMANDS, ...OTHERS]) {
    expect(help).toContain(`  ${name}`);
    expect(await cli.done([name, '--help'])).toContain(`Usage: sunglow ${name}`);
    expect(await cli.done(['help', name])).toBe(await cli.done([name, '-h']));
    expect(DOCS).toContain(`sunglow ${name}`);
    for (const shell of SHELLS)
      for (const word of [name, ...values]) expect(completion(shell)).toContain(word);
    for (const [option, { values: words = [] }] of Object.entries(options)) {
      expect(page).toContain(`\\-\\-${option}`);
      expect(DOCS).toContain(`--${option}`);
      for (const shell of SHELLS)
        for (const word of [option, ...words]) expect(completion(shell)).toContain(word);
    }
  }
  expect(await cli.run(['completion', 'csh'])).toMatchObject({ code: 2 });
  const { version } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  ) as { version: string };
  expect([await cli.done(['version']), await cli.done(['--version'])]).toEqual([
    `${version}\n`,
    `${version}\n`,
  ]);
});

/** Typed words, the last one to be completed, and the completions. */
type Completed = readonly [words: readonly string[], found: readonly string[]];

const COMPLETED: readonly Completed[] = [
  [
    ['sunglow', 'lo'],
    ['login', 'logout'],
  ],
  [['sunglow', 'list', '--j'], ['--json']],
  [
    ['sunglow', 'add', 'list', '--'],
    ['--help', '--json'],
  ],
  [
    ['sunglow', 'export', '--format', ''],
    ['csv', 'ics', 'json', 'markdown', 'todo.txt'],
  ],
  [['sunglow', 'edit', '1', '--priority', 'n'], ['none']],
  [['sunglow', 'edit', '1', '--date', '2026-12-24', '--ti'], ['--time']],
  [
    ['sunglow', 'completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['sunglow', 'help', 'wa'], ['watch']],
  [['sunglow', 'edit', '1', '--name', ''], []],
  [['sunglow', 'unknown', ''], []],
];

/** Bash takes the sign of `--format=csv` for a word. */
const WITH_SIGN: readonly Completed[] = [
  [
    ['sunglow', 'export', '--format', '='],
    ['csv', 'ics', 'json', 'markdown', 'todo.txt'],
  ],
  [['sunglow', 'export', '--format', '=', 'm'], ['markdown']],
];

describe('bash', () => {
  test.each([...COMPLETED, ...WITH_SIGN])('[A6] completes %j', (words, found) => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const script = `${completion('bash')}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _sunglow; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(outputOf('bash', ['-euc', script]).split('\n').filter(Boolean).toSorted()).toEqual(found);
  });
});

describe.runIf(isThere('fish'))('fish', () => {
  test.each(COMPLETED.filter(([words]) => words[1] !== 'unknown'))('[A6] completes %j', (words, found) => {
    const file = join(folder, 'sunglow.fish');
    writeFileSync(file, completion('fish'));
    const line = words.join(' ');
    const out = outputOf('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`]);
    const completions = out.split('\n').flatMap((each) => each.split('\t', 1)[0] || []);
    expect(completions.toSorted()).toEqual(found);
  });
});

describe.runIf(isThere('zsh'))('zsh', () => {
  /** A zsh with a terminal gets keys, and prints the command that it would run. */
  const DRIVER = `
    zmodload zsh/zpty
    zpty shell 'TERM=dumb zsh -f -i'
    zpty -w shell 'unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; setopt no_auto_menu no_beep'
    zpty -w shell 'sunglow() { print -r -- "RUN<$*>" }; source '$1
    zpty -w -n shell $2$'\\n'
    zpty -w shell 'print EN""D'
    while zpty -r shell line '*END*'; do
      print -r -- $line
      break
    done
    zpty -d shell`;

  test.each([
    ['sunglow expo\t--fo\tcs\t', 'export --format=csv'],
    ['sunglow export --format=ma\t', 'export --format=markdown'],
    ['sunglow edit 1 --pri\t3 --nam\tx', 'edit 1 --priority=3 --name=x'],
    ['sunglow edit 1 --label no\t--labe\tno\t', 'edit 1 --label none --label=none'],
    ['sunglow add list --js\t', 'add list --json'],
    ['sunglow comple\tzs\t', 'completion zsh'],
    ['sunglow help wat\t', 'help watch'],
  ])('[A6] completes %j', (keys, command) => {
    const file = join(folder, 'sunglow.zsh');
    writeFileSync(file, completion('zsh'));
    const run = /RUN<([^$].*?)>/.exec(outputOf('zsh', ['-f', '-c', DRIVER, 'zsh', file, keys]));
    expect(run?.[1]?.trimEnd()).toBe(command);
  });
});

describe('the manual page', () => {
  test.runIf(isThere('man'))('[A6] is formatted without warnings by man', () => {
    const file = join(folder, 'sunglow.1');
    writeFileSync(file, manual());
    const { status, stdout, stderr } = spawnSync('man', ['--warnings', '-l', file], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '80' },
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('sunglow - tasks from the command line');
    expect(stdout).toContain('--format FORMAT');
  });

  test.runIf(spawnSync('mandoc', ['-T', 'lint', '/dev/null']).error === undefined)(
    '[A6] has no warning of mandoc',
    () => {
      const file = join(folder, 'sunglow.1');
      writeFileSync(file, manual());
      expect(spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', file], { encoding: 'utf8' }).stdout).toBe(
        '',
      );
    },
  );
});
