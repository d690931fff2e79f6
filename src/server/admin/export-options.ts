import { EXPORT_FORMATS, type ExportFormat } from '#src/server/rows/exported-text.ts';

export interface ExportCommand {
  readonly name: 'export';
  readonly who: string;
  readonly format: ExportFormat;
  /** The tasks that a filter with this query has; null for all tasks, completed ones too. */
  readonly query: string | null;
  readonly hasHistory: boolean;
}

export const EXPORT_OPTIONS = {
  format: { type: 'string' },
  query: { type: 'string' },
  history: { type: 'boolean' },
} as const;

type Values = { readonly [Name in keyof typeof EXPORT_OPTIONS]?: string | boolean | undefined };

/** The command, or the problem with its arguments. */
export function readExport(who: string | undefined, values: Values): ExportCommand | string {
  if (who === undefined) return 'Whose account? npm run admin -- export EMAIL';
  const { format: given = 'json', query = null } = values;
  const format = EXPORT_FORMATS.find((each) => each === given);
  if (format === undefined) return `--format is one of ${EXPORT_FORMATS.join(', ')}.`;
  if (format === 'json' && query !== null)
    return '--query goes with the other formats: the JSON holds all data.';
  const hasHistory = values.history === true;
  if (format !== 'json' && hasHistory) return '--history goes with the JSON alone.';
  return { name: 'export', who, format, query: query === null ? null : String(query), hasHistory };
}
