import { readFileSync } from 'node:fs';
import { SunglowError } from '#src/domain/errors.ts';
import { parse } from './arguments.ts';
import { COMMANDS, OTHERS, type Described } from './commands.ts';
import { completion } from './completion.ts';
import { WrongUsage } from './failures.ts';
import { commandHelp, helpText } from './help.ts';
import { manual } from './manual.ts';
import { print, tell, type Session } from './session.ts';

/** Runs a command, tells a failure on standard error, and returns the exit code: 0, 1 for a failure, 2 for wrong arguments. */
export async function run(args: readonly string[], session: Session): Promise<number> {
  try {
    await runCommand(args, session);
    return 0;
  } catch (error) {
    if (!(error instanceof SunglowError)) throw error;
    tell(session, error.message);
    return error instanceof WrongUsage ? 2 : 1;
  }
}

/** Options that are commands elsewhere. */
const ALIASES: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help', '--version': 'version' };

async function runCommand([given = 'help', ...rest]: readonly string[], session: Session): Promise<void> {
  const name = ALIASES[given] ?? given;
  const command = commandNamed(name);
  const { values, positionals } = parse(command, rest);
  if (values['help']) return print(session, commandHelp(command).trimEnd());
  const runnable = COMMANDS.find((each) => each.name === name);
  if (runnable) return runnable.run(session, positionals, values);
  print(session, textOf(name, positionals).trimEnd());
}

/** The text of a command about the program itself. */
function textOf(name: string, [first]: readonly string[]): string {
  switch (name) {
    case 'completion':
      return completion(first ?? '');
    case 'man':
      return manual();
    case 'version':
      return version();
    default:
      return first === undefined ? helpText() : commandHelp(commandNamed(first));
  }
}

function commandNamed(name: string): Described {
  const command = [...COMMANDS, ...OTHERS].find((each) => each.name === name);
  if (!command) throw new WrongUsage(`There is no ${name.startsWith('-') ? 'option' : 'command'} “${name}”.`);
  return command;
}

/** The version of the package. The built file lies as deep in it as this one. */
function version(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
