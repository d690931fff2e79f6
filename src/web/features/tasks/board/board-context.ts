import { createContext, useContext } from 'react';

/** The actions that a board offers its cards. */
export interface BoardActions {
  /** The columns by name, in their order. */
  readonly columns: () => readonly { readonly key: string; readonly name: string }[];
  /** The key of the column that a card is in. */
  readonly columnOf: (card: Element | null) => string | undefined;
  /** Moves a task to the top of a column, with all selected tasks if it is one of them. */
  readonly moveTo: (id: string, from: string, key: string) => void;
}

export const BoardContext = createContext<BoardActions | null>(null);

export function useBoard(): BoardActions {
  const board = useContext(BoardContext);
  if (!board) throw new Error('useBoard needs a BoardContext.');
  return board;
}
