import type { Transaction } from 'kysely';
import { indexNames, NO_NAMES } from '#src/domain/quick-add/name-index.ts';
import type { DayContext, QuickAddContext } from '#src/domain/quick-add/types.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { QueryContext } from '#src/reading/query/context.ts';
import { readQueryDays } from '#src/reading/query/query-day.ts';
import type { Database } from '#src/server/db/tables.ts';
import { userDays } from '#src/server/rows/user-days.ts';
import { rowOf } from '#src/sync/server/rows.ts';
import { archivedAmong } from '#src/tables/collection/collection-tree.ts';
import { settingOf } from '#src/tables/setting/setting.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import type { Reach } from './reach.ts';

type Tx = Transaction<Database>;

/** The rows and settings of a user that give a query or a line its meaning: the rows that a token reaches. */
export interface UserContext {
  readonly days: DayContext;
  readonly query: QueryContext;
  readonly quickAdd: Omit<QuickAddContext, 'collection'>;
  /** By position. */
  readonly collections: readonly Rows['collection'][];
  readonly sections: readonly Rows['section'][];
  readonly labels: readonly Rows['label'][];
  readonly isArchived: (collectionId: string) => boolean;
}

/** The undeleted rows of a table of the space. */
export async function liveRows<T extends TableName>(
  tx: Tx,
  spaceId: SpaceId,
  table: T,
): Promise<readonly Rows[T][]> {
  const rows = await tx
    .selectFrom(table as 'label')
    .select(rowOf(table))
    .where('space_id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows as unknown as Rows[T][];
}

/** The collections that a token reaches, by position. */
export async function readCollections(tx: Tx, spaceId: SpaceId, reach: Reach) {
  const collections = (await liveRows(tx, spaceId, 'collection'))
    .filter(({ id }) => reach.has(id))
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  const archived = archivedAmong(collections);
  return { collections, isArchived: (id: string) => archived.has(id) };
}

export async function readUserContext(
  tx: Tx,
  spaceId: SpaceId,
  reach: Reach,
  now: number,
): Promise<UserContext> {
  const settings = new Map((await liveRows(tx, spaceId, 'setting')).map((row) => [row.id, row]));
  const days = userDays((id) => settings.get(id), now);
  const { collections, isArchived } = await readCollections(tx, spaceId, reach);
  const names = new Map(collections.map(({ id, name }) => [id, name]));
  const sections = (await liveRows(tx, spaceId, 'section')).filter(({ collectionId }) =>
    names.has(collectionId),
  );
  const labels = await liveRows(tx, spaceId, 'label');
  const chosen = settingOf('quickAddLanguage', settings.get('quickAddLanguage'));
  const language = chosen === 'locale' ? 'en' : chosen;
  const dismissals = reach.isAll ? await liveRows(tx, spaceId, 'dismissal') : [];
  const shown = collections.filter(({ id }) => !isArchived(id));
  return {
    days,
    collections,
    sections,
    labels,
    isArchived,
    query: {
      today: days.now.date,
      readDays: (text) => readQueryDays(text, days),
      collections,
      sections,
      labels,
    },
    quickAdd: {
      ...days,
      language,
      style: settingOf('quickAddSigns', settings.get('quickAddSigns')),
      collections: indexNames(shown.map(({ name }) => name)),
      labels: indexNames(labels.map(({ name }) => name)),
      sections: new Map(
        Array.from(
          Map.groupBy(sections, (section) => names.get(section.collectionId) ?? ''),
          ([name, of]) => [name, indexNames(of.map((section) => section.name))],
        ),
      ),
      dismissals:
        dismissals.length === 0
          ? NO_NAMES
          : indexNames(dismissals.filter((row) => row.language === language).map(({ wording }) => wording)),
    },
  };
}
