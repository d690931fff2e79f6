import { useMemo, useState } from 'react';
import { newId } from '#src/domain/id.ts';
import { homeOf, INBOX, newInboxName } from '#src/tables/collection/inbox.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections } from '#src/web/data/rows.ts';
import { lastCollection } from '#src/web/features/tasks/draft/new-task.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import type { NewName } from './reading.ts';

/**
 * Gives a new task its home where its user names no collection (rule Q8). `inbox`: the home, if it is created with the task; the same
 * object until it is there.
 */
export function useHome(draft: TaskDraft): { readonly draft: TaskDraft; readonly inbox: NewName | null } {
  const replica = useReplica();
  const collections = useCollections();
  const isArchived = (id: string) => replica.lists.collections.isArchived(id);
  const known =
    draft.collectionId === '' ? homeOf(collections, isArchived, lastCollection()) : draft.collectionId;
  const [inboxId, setInboxId] = useState(() => (known === null ? newId() : null));
  // An Inbox that was created, and taken back since, is another one the next time.
  if ((known === null) !== (inboxId !== null)) setInboxId(known === null ? newId() : null);
  const name = known === null ? newInboxName(collections) : null;
  const inbox = useMemo(
    () =>
      inboxId === null || name === null
        ? null
        : ({ kind: 'collection', id: inboxId, name, color: INBOX.color } as const),
    [inboxId, name],
  );
  return { draft: { ...draft, collectionId: known ?? inboxId ?? '' }, inbox };
}
