import { openDialog, type DialogRequest } from '#src/web/focus/dialogs.ts';
import type { Tools } from '#src/web/features/shortcuts/tools.ts';

export interface Command {
  readonly id: string;
  /** Its words in the palette and the list of keys. */
  readonly does: string;
  /** Each key does it, by the name that `keyName` gives it; of `g t`, one key follows the other. */
  readonly keys: readonly string[];
  /** The palette's words for each key, where each does something else. */
  readonly each?: readonly string[];
  /** True for a command that the palette leaves out. */
  readonly isByKeyOnly?: true;
  /** The selector of the part of the page that it is for: without one, the palette leaves it out. */
  readonly needs?: string;
  /**
   * Does it, and returns whether there was anything to do: if not, the key does what it does in browsers. Left out where the
   * list, the board, the calendar or the sidebar listens for the keys.
   */
  readonly run?: (tools: Tools, event: Pick<KeyboardEvent, 'repeat'>, key: string) => boolean;
}

/** Opens a dialog, as a command. */
export const open = (request: DialogRequest) => () => {
  openDialog(request);
  return true;
};
