import { v5 } from 'uuid';
import { isId } from '#src/domain/id.ts';

/** The namespace of the ids that Sunglow makes of others. */
const NAMESPACE = 'b7a0f7a1-5f0b-4c0e-9d43-0d2f3b8b8f11';
/**
 * The id that an entry of a file has here: its own, or one made of it. What was deleted here does not come back, as more than
 * the file says might come with it: the entry gets another id, which is the same each time.
 */
export function idHere(userId: string, fileId: string, isGone: (id: string) => boolean): string {
  const derive = (turn: number) => v5(JSON.stringify([userId, fileId, turn]), NAMESPACE);
  let id = isId(fileId) ? fileId : derive(0);
  for (let turn = 1; isGone(id); turn++) id = derive(turn);
  return id;
}
