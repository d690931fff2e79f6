import { createContext, useContext } from 'react';

/** What the cards of a board can ask of it. */
export interface BoardActions {
  /** The columns by name, in their order. */
  readonly columns: () => readonly { readonly key: string; readonly name: string }[];
  /** The key of the column that a card is in. */
  readonly columnOf: (card: Element | null) => string | undefined;
  /** Puts a task, or all that are selected with it, at the top of a column. */
  readonly moveTo: (id: string, from: string, key: string) => void;
}

export const BoardContext = createContext<BoardActions | null>(null);

export function useBoard(): BoardActions {
  const board = useContext(BoardContext);
  if (!board) throw new Error('useBoard needs a BoardContext.');
  return board;
}
