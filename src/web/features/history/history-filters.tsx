import type { ReactNode } from 'react';
import { useLoaded } from '#src/web/account/loaded.ts';
import { loadSources } from '#src/web/account/history-client.ts';
import { useCollectionTree } from '#src/web/data/rows.ts';
import { Select } from '#src/web/ui/fields/select.tsx';
import { Folder } from '#src/web/ui/icons/folder.ts';
import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { ListFilter } from '#src/web/ui/icons/list-filter.ts';
import { Users } from '#src/web/ui/icons/users.ts';
import styles from './history-filters.module.css';
import { operationChoices } from './operation-choices.ts';
import type { PageFilter } from './page-filter.ts';

interface HistoryFiltersProps {
  readonly filter: PageFilter;
  readonly onFilter: (filter: PageFilter) => void;
}

/** Doors that are no devices. */
const DOORS = ['Import', 'Reminder', 'Sunglow'] as const;

/** The choices of whose changes the page shows, of which collection, and which kind. */
export function HistoryFilters({ filter, onFilter }: HistoryFiltersProps) {
  const { source, collection, operation } = filter;
  const { data } = useLoaded(loadSources);
  const collections = useCollectionTree();
  // The address may name one that the history has forgotten.
  const sources = new Set([...(data ?? []), ...DOORS, ...(source === undefined ? [] : [source])]);
  const isKnown = collections.some(({ collection: { id } }) => id === collection);
  const choose = (name: keyof PageFilter) => (value: string) =>
    onFilter({ ...filter, [name]: value || undefined });
  return (
    <div className={styles['filters']}>
      <Choice icon={Users} label="Who" value={source} all="Everyone" onValue={choose('source')}>
        {[...sources].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
      <Choice
        icon={Folder}
        label="Collection"
        value={collection}
        all="All collections"
        onValue={choose('collection')}
      >
        {collections.map(({ collection: { id, name }, level }) => (
          <option key={id} value={id}>
            {`${'\u2003'.repeat(level)}${name}`}
          </option>
        ))}
        {collection !== undefined && !isKnown && <option value={collection}>Another collection</option>}
      </Choice>
      <Choice
        icon={ListFilter}
        label="Changes"
        value={operation}
        all="All changes"
        onValue={choose('operation')}
      >
        {operationChoices().map(({ table, choices }) => (
          <optgroup key={table} label={table}>
            {choices.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  readonly icon: IconComponent;
  readonly label: string;
  readonly value: string | undefined;
  /** The words for no filter. */
  readonly all: string;
  readonly onValue: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ icon: Icon, label, value = '', all, onValue, children }: ChoiceProps) {
  return (
    <span className={styles['choice']}>
      <Icon size={16} aria-hidden />
      <Select aria-label={label} value={value} onValue={onValue}>
        <option value="">{all}</option>
        {children}
      </Select>
    </span>
  );
}
