import type { PartCommand } from '#src/web/focus/commands/part-command.ts';
import { openDialog, type DialogRequest } from '#src/web/focus/dialogs.ts';
import type { Tools } from '#src/web/features/shortcuts/tools.ts';

export interface Command extends PartCommand {
  /** The palette's words for each key, where each does something else. */
  readonly each?: readonly string[];
  /** True for a command that the palette leaves out. */
  readonly isByKeyOnly?: true;
  /** The selector of the part of the page that it is for: without one, the palette leaves it out. */
  readonly needs?: string;
  /**
   * Does it, and returns whether there was anything to do: if not, the key does what it does in browsers. Left out where a part of the page listens for
   * the keys, and has the function (`PartRuns`).
   */
  readonly run?: (tools: Tools, event: Pick<KeyboardEvent, 'repeat'>, key: string) => boolean;
}

/** Opens a dialog, as a command. */
export const open = (request: DialogRequest) => () => {
  openDialog(request);
  return true;
};
