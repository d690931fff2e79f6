import { useCollections, useRow, useTopic } from '#src/web/data/rows.ts';
import type { ExportSource } from '#src/web/focus/dialogs.ts';
import { Select } from '#src/web/ui/fields/select.tsx';
import { SettingRow } from './setting-row.tsx';

interface ExportSourceRowProps {
  /** Null: all tasks. */
  readonly source: ExportSource | null;
  readonly onSource: (source: ExportSource | null) => void;
}

/** Chooses the tasks that leave Sunglow: all, or those of a collection or a filter. */
export function ExportSourceRow({ source, onSource }: ExportSourceRowProps) {
  const collections = useCollections();
  const filters = useTopic('filters', ({ lists }) => lists.filters());
  return (
    <SettingRow label="Tasks">
      {(attributes) => (
        <Select
          {...attributes}
          value={source ? `${source.table}:${source.id}` : ''}
          onValue={(value) => {
            const [table, id = ''] = value.split(':');
            onSource(table === 'collection' || table === 'filter' ? { table, id } : null);
          }}
        >
          <option value="">All tasks</option>
          {collections.map(({ id, name }) => (
            <option key={id} value={`collection:${id}`}>
              {name}
            </option>
          ))}
          {filters.map((id) => (
            <FilterOption key={id} id={id} />
          ))}
        </Select>
      )}
    </SettingRow>
  );
}

function FilterOption({ id }: { readonly id: string }) {
  const filter = useRow('filter', id);
  return filter ? <option value={`filter:${id}`}>Filter: {filter.name}</option> : null;
}
