import { v5 } from 'uuid';
import { isId } from '#src/domain/id.ts';

/** The namespace of derived ids. */
const NAMESPACE = 'b7a0f7a1-5f0b-4c0e-9d43-0d2f3b8b8f11';
/**
 * The local id of an entry: its own, or one derived from it. A deleted row is not restored, since rows
 * outside the file might come back with it: the entry gets another id, the same each time.
 */
export function idHere(userId: string, fileId: string, isGone: (id: string) => boolean): string {
  const derive = (turn: number) => v5(JSON.stringify([userId, fileId, turn]), NAMESPACE);
  let id = isId(fileId) ? fileId : derive(0);
  for (let turn = 1; isGone(id); turn++) id = derive(turn);
  return id;
}
