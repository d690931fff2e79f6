import { parseArgs } from 'node:util';
import { HELP, parserOptions, type Described, type Option } from './commands.ts';
import { WrongUsage } from './failures.ts';
import type { Values } from './session.ts';

/** The options and arguments of a command. Throws WrongUsage, in words of its own. */
export function parse(
  command: Described,
  args: readonly string[],
): { readonly values: Values; readonly positionals: readonly string[] } {
  const { tokens, values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: parserOptions(command),
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') check(command, token);
  if (values['help']) return { values, positionals };
  const { name, least, most } = command;
  if (positionals.length < least) throw new WrongUsage(`sunglow ${name} needs ${command.args}.`);
  if (positionals.length > most)
    throw new WrongUsage(`sunglow ${name} has no use for “${positionals[most]}”.`);
  return { values, positionals };
}

interface Given {
  readonly name: string;
  /** As it was typed: `-j`, `--json`. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** True for a value behind an equals sign. */
  readonly inlineValue?: boolean | undefined;
}

function check({ name: command, options }: Described, { name, rawName, value, inlineValue }: Given): void {
  const known: Readonly<Record<string, Option>> = { ...options, ...HELP };
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!option)
    throw new WrongUsage(
      `Unknown option ${rawName}. sunglow ${command} takes ${listed(Object.keys(known))}. Put -- before text that begins with a dash.`,
    );
  if (option.type === 'boolean' && value !== undefined)
    throw new WrongUsage(`Option ${rawName} takes no value.`);
  if (option.type === 'boolean') return;
  if (value === undefined || (!inlineValue && /^-./.test(value)))
    throw new WrongUsage(
      `Option ${rawName} needs a value: ${rawName} ${option.value}. Write ${rawName}=-1 for one that begins with a dash.`,
    );
}

function listed(names: readonly string[]): string {
  const options = names.map((name) => `--${name}`);
  return options.length === 1 ? `${options[0]}` : `${options.slice(0, -1).join(', ')} and ${options.at(-1)}`;
}
