import { formatCount } from '#src/web/platform/format-count.ts';
import type { KeptImport } from '#src/reading/history/take-back-import.ts';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { nounOf } from '#src/web/words/verbs.ts';

/** The rows of an import that stay when it is taken back (rule I6); '' if there are none. */
export function keptText(kept: readonly KeptImport[]): string {
  const changed = countsOf(kept, 'changed');
  const used = countsOf(kept, 'used');
  const areUsed = used.size !== 1;
  if (changed.size === 0)
    return used.size === 0
      ? ''
      : `${used.text} ${areUsed ? 'stay' : 'stays'}, since your own tasks need ${areUsed ? 'them' : 'it'}.`;
  const [verbs, need] =
    changed.size === 1
      ? ['was changed since and stays', 'it needs']
      : ['were changed since and stay', 'they need'];
  return `${changed.text} ${verbs}${used.size === 0 ? '' : `, with ${used.text} that ${need}`}.`;
}

function countsOf(kept: readonly KeptImport[], why: KeptImport['why']) {
  const ids = kept.filter((each) => each.why === why);
  const counts = TABLE_NAMES.toSorted((a, b) => Number(b === 'task') - Number(a === 'task')).flatMap(
    (table) => {
      const count = ids.filter((each) => each.table === table).length;
      return count === 0 ? [] : [`${formatCount(count)} ${nounOf(table)}${count === 1 ? '' : 's'}`];
    },
  );
  return { size: ids.length, text: new Intl.ListFormat('en').format(counts) };
}
