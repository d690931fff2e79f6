import { createContext, useContext } from 'react';

/** What the cards of a board can ask of it. */
export interface BoardActions {
  /** The columns by name, in their order. */
  readonly columns: () => readonly { readonly key: string; readonly name: string }[];
  /** In which of them a card is. */
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
