import { parseArgs } from 'node:util';
import { SunglowError } from '#src/domain/errors.ts';
import { COMMANDS, parserOptions, type Command } from './commands.ts';
import { completion } from './completion.ts';
import { WrongUsage } from './failures.ts';
import { commandHelp, helpText } from './help.ts';
import { manual } from './manual.ts';
import { print, type Session } from './session.ts';

/** Runs a command, tells a failure on standard error, and returns the exit code: 0, 1 for a failure, 2 for wrong arguments. */
export async function run(
  args: readonly string[],
  session: Session,
  tell: (text: string) => void,
): Promise<number> {
  try {
    await runCommand(args, session);
    return 0;
  } catch (error) {
    if (session.signal.aborted) return INTERRUPTED;
    if (!(error instanceof SunglowError)) throw error;
    tell(`sunglow: ${error.message}`);
    return error instanceof WrongUsage ? 2 : 1;
  }
}

/** As shells tell it for Ctrl+C. */
const INTERRUPTED = 130;

async function runCommand([name = 'help', ...rest]: readonly string[], session: Session): Promise<void> {
  const [first = ''] = rest;
  if (name === 'help' || name === '--help' || name === '-h')
    return print(session, (first === '' ? helpText() : commandHelp(commandNamed(first))).trimEnd());
  if (name === 'completion') return print(session, completion(first).trimEnd());
  if (name === 'man') return print(session, manual().trimEnd());
  const command = commandNamed(name);
  const { values, positionals } = parse(command, rest);
  if (values['help']) return print(session, commandHelp(command).trimEnd());
  if (positionals.length < command.least)
    throw new WrongUsage(`sunglow ${command.name} needs ${command.args}.`);
  if (positionals.length > command.most)
    throw new WrongUsage(`sunglow ${command.name} has no use for “${positionals[command.most]}”.`);
  return command.run(session, positionals, values);
}

function commandNamed(name: string): Command {
  const command = COMMANDS.find((each) => each.name === name);
  if (!command) throw new WrongUsage(`There is no command “${name}”.`);
  return command;
}

function parse(command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: parserOptions(command) });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? `${error.message.replace(/\.$/, '')}.` : String(error));
  }
}
