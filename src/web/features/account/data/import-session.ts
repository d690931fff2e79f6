import { GivenRows } from '#src/file/given-rows.ts';
import { planFile } from '#src/file/plan-file.ts';
import { putUnder } from '#src/file/put-under.ts';
import { readFile } from '#src/file/read-file.ts';
import { MAX_FILE_BYTES } from '#src/file/source/decode.ts';
import { UnknownFile, type FormatName, type ReadContext, type ReadFile } from '#src/file/source/source.ts';
import { summarizePlan, type PlanSummary } from '#src/file/summarize-plan.ts';
import { storeImport } from '#src/sync/client/background/stored-import.ts';
import type { StoredImport } from '#src/sync/client/storage/indexed-db-records.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import { groupsOf, type EntryGroups } from './import-groups.ts';

/** The parts of a chosen file that are read. */
export type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** The plan of an import for its user to judge. */
export interface ShownPlan extends PlanSummary, EntryGroups {
  readonly format: FormatName;
}

/** A question to the worker. Each has one answer. */
export type ImportQuestion =
  | { readonly type: 'read'; readonly file: ChosenFile; readonly context: ReadContext }
  | { readonly type: 'rows'; readonly table: TableName; readonly rows: readonly Rows[TableName][] }
  | { readonly type: 'plan'; readonly userId: string; readonly under: string | null }
  | { readonly type: 'operations'; readonly start: number; readonly count: number }
  | ({ readonly type: 'store'; readonly userId: string } & Pick<StoredImport, 'id' | 'fileName' | 'at'>);

export type ImportAnswer = ShownPlan | readonly Operation[] | boolean | null;

/** One chosen file, read and planned away from the tab that shows it. */
export class ImportSession {
  readonly #given = new GivenRows();
  #read: { readonly file: ReadFile; readonly at: number } | null = null;
  #operations: readonly Operation[] = [];

  /** Throws UnknownFile and UnreadableFile, and StorageFailed when the device cannot store the plan. */
  async answer(question: ImportQuestion): Promise<ImportAnswer> {
    switch (question.type) {
      case 'read':
        await this.#open(question.file, question.context);
        return null;
      case 'rows':
        this.#given.take(question.table, question.rows);
        return null;
      case 'plan':
        return this.#plan(question.userId, question.under);
      case 'operations':
        return this.#operations.slice(question.start, question.start + question.count);
      case 'store':
        return storeImport(question.userId, question, this.#operations);
    }
  }

  async #open(chosen: ChosenFile, context: ReadContext): Promise<void> {
    if (chosen.size > MAX_FILE_BYTES) throw new UnknownFile('The file is larger than 100 MB.');
    const buffer = await chosen.arrayBuffer().catch((cause: unknown) => {
      throw new UnknownFile('The file could not be read. Choose it again.', { cause });
    });
    const file = readFile({ name: chosen.name, bytes: new Uint8Array(buffer) }, context);
    this.#read = { file, at: context.at };
  }

  #plan(userId: string, under: string | null): ShownPlan {
    if (!this.#read) throw new Error('No file is read.');
    const { file, at } = this.#read;
    const existing = this.#given.existing(userId);
    const plan = planFile(under === null ? file : putUnder(file, under), existing, at);
    this.#operations = plan.operations;
    return { format: file.format, ...summarizePlan(plan, existing), ...groupsOf(plan, file) };
  }
}
