import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import { CalendarRange } from '#src/web/ui/icons/calendar-range.ts';
import { ChevronDown } from '#src/web/ui/icons/chevron-down.ts';
import { Columns } from '#src/web/ui/icons/columns-3.ts';
import { List } from '#src/web/ui/icons/list.ts';
import { useId, type RefObject } from 'react';
import { DIRECTIONS, type ArrangedList } from '#src/reading/lists/arrangement.ts';
import { choicesOf, columnsBy, usualDirection, type ListLayout } from '#src/reading/lists/list-view.ts';
import { DIRECTION_TEXTS, GROUP_TEXTS, LAYOUT_TEXTS, sortText } from './view-texts.ts';
import { cx } from '#src/web/ui/class-names.ts';
import field from '#src/web/ui/fields/field.module.css';
import select from '#src/web/ui/fields/select.module.css';
import { Menu } from '#src/web/ui/overlays/menu.tsx';
import { useListView } from './use-list-view.ts';
import styles from './view-menu.module.css';

interface ViewMenuProps {
  readonly open: boolean;
  readonly list: ArrangedList;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

const ICONS = {
  list: List,
  weeks: CalendarRange,
  board: Columns,
  calendar: CalendarDays,
} as const satisfies Record<ListLayout, unknown>;

/** The menu that sets a list's layout, grouping and sorting, on all devices of its user. */
export function ViewMenu({ open, list, button, onClose }: ViewMenuProps) {
  const [view, change] = useListView(list);
  const { layouts, groups, sorts } = choicesOf(list);
  const isBoard = view.layout === 'board';
  const isArranged = isBoard || view.layout === 'list';
  return (
    <Menu open={open} label="View" button={button} onClose={onClose}>
      {layouts.length > 1 && (
        <fieldset aria-label="Layout" className={styles['layouts']}>
          {layouts.map((layout) => {
            const Icon = ICONS[layout];
            return (
              <button
                key={layout}
                type="button"
                className={styles['layout']}
                aria-pressed={layout === view.layout}
                onClick={() => change({ layout })}
              >
                <Icon size={18} aria-hidden />
                {LAYOUT_TEXTS[layout]}
              </button>
            );
          })}
        </fieldset>
      )}
      {isArranged && (
        <div className={styles['fields']}>
          <Choice
            label="Group by"
            value={isBoard ? columnsBy(list, view) : view.group}
            // A board always has columns.
            among={groups.filter((group) => !(isBoard && group === 'none'))}
            textOf={(group) => GROUP_TEXTS[group]}
            onChoose={(group) => change({ group })}
          />
          <Choice
            label="Sort by"
            value={view.sort}
            among={sorts}
            textOf={(sort) => sortText(list, sort)}
            onChoose={(sort) => change({ sort, direction: usualDirection(list, sort) })}
          />
          {view.sort !== 'manual' && (
            <Choice
              label="Direction"
              value={view.direction}
              among={DIRECTIONS}
              textOf={(direction) => DIRECTION_TEXTS[direction]}
              onChoose={(direction) => change({ direction })}
            />
          )}
        </div>
      )}
    </Menu>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly among: readonly T[];
  readonly textOf: (value: T) => string;
  readonly onChoose: (value: T) => void;
}

function Choice<T extends string>({ label, value, among, textOf, onChoose }: ChoiceProps<T>) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <span className={select['frame']}>
        <select
          id={id}
          className={cx(field['control'], select['select'])}
          value={value}
          onChange={(event) => {
            const chosen = among.find((each) => each === event.target.value);
            if (chosen) onChoose(chosen);
          }}
        >
          {among.map((each) => (
            <option key={each} value={each}>
              {textOf(each)}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className={select['mark']} aria-hidden />
      </span>
    </>
  );
}
