import { isApple, keyName, type KeyPress } from '#src/web/platform/key-name.ts';

export interface PartCommand {
  readonly id: string;
  /** Its words in the palette and the list of keys. */
  readonly does: string;
  /** Each key does it, by the name that `keyName` gives it. */
  readonly keys: readonly string[];
}

/**
 * The function of each command of a part of the page. It gets 1 for the first key of the command and -1 for another: commands of two directions
 * tell them apart. It returns false if there was nothing to do.
 */
export type PartRuns<C extends PartCommand> = Readonly<Record<C['id'], (step: 1 | -1) => boolean | void>>;

/** Runs the command of a key pressed in a part of the page. Returns true if it did something, which keeps the browser from handling the key. */
export function runCommand<C extends PartCommand>(
  event: KeyPress & { preventDefault(): void },
  commands: readonly C[],
  runs: PartRuns<C>,
): boolean {
  const key = keyName(event, isApple());
  const command = commands.find(({ keys }) => keys.some((other) => other === key));
  if (!command) return false;
  const id: C['id'] = command.id;
  if (runs[id](command.keys[0] === key ? 1 : -1) === false) return false;
  event.preventDefault();
  return true;
}

/** The keys of the commands for `aria-keyshortcuts`. */
export function ariaKeys(commands: readonly PartCommand[]): string {
  return commands.flatMap(({ keys }) => keys).join(' ');
}
