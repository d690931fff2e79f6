import { z } from 'zod';
import { newId } from '#src/domain/id.ts';
import { failureOf, notSunglow, unreachable } from './answers.ts';
import type { Login } from './files.ts';
import { CommandFailed } from './failures.ts';

const taskSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  date: z.string().nullable(),
  time: z.string().nullable(),
  duration: z.number().nullable(),
  deadline: z.string().nullable(),
  priority: z.number(),
  repeat: z.string().nullable(),
  collectionId: z.string(),
  labels: z.array(z.string()),
  completedAt: z.number().nullable(),
});
const namedSchema = z.looseObject({ id: z.string(), name: z.string() });
const versionSchema = z.looseObject({ version: z.number() });
const writtenSchema = versionSchema.extend({ id: z.string() });
const exportSchema = z.looseObject({ text: z.string() });

export type CliTask = z.infer<typeof taskSchema>;
export type Named = z.infer<typeof namedSchema>;

/** A part of the stream of changes. */
export interface StreamPart {
  /** Where a later stream goes on. */
  readonly id: string | undefined;
  /** The changes; undefined when there is nothing new. */
  readonly data: unknown;
}

/** The repetitions of a request whose answer was lost. A write is done once, by its key. */
const REPEATS = 2;
/** The longest wait for an answer, ms. An export of many tasks takes seconds. */
const LONGEST_ANSWER = 60_000;

/** The API of the server of a login. Throws CommandFailed with the words of the server. */
export class Client {
  readonly #login: Login;

  constructor(login: Login) {
    this.#login = login;
  }

  /** Asks for one task, so that a token which does not hold fails. */
  async check(): Promise<void> {
    await this.#ask(pageOf(taskSchema), 'GET', '/tasks?limit=1');
  }

  /** The tasks of a query; all open ones without one. */
  tasks(query: string | null): Promise<CliTask[]> {
    const asked = query === null ? '' : `query=${encodeURIComponent(query)}&`;
    return this.#all(`/tasks?${asked}limit=500`, taskSchema);
  }

  task(id: string): Promise<CliTask> {
    return this.#ask(taskSchema, 'GET', `/tasks/${encodeURIComponent(id)}`);
  }

  named(list: 'collections' | 'labels'): Promise<Named[]> {
    return this.#all(`/${list}?limit=500`, namedSchema);
  }

  write(method: string, path: string, body?: unknown) {
    return this.#ask(writtenSchema, method, path, body);
  }

  /** Takes back the write with this version. */
  async undo(version: number): Promise<void> {
    await this.#ask(versionSchema, 'POST', '/undo', { version });
  }

  async export(format: string, query: string | null): Promise<string> {
    const asked = new URLSearchParams({ format, ...(query !== null && { query }) });
    return (await this.#ask(exportSchema, 'GET', `/export?${asked}`)).text;
  }

  /** The changes after `since`, or from now on, until the connection ends. The first part comes at once. */
  async *events(since: string | undefined, signal: AbortSignal): AsyncGenerator<StreamPart> {
    const { url } = this.#login;
    const headers: Record<string, string> = since === undefined ? {} : { 'last-event-id': since };
    const response = await this.#fetch('GET', '/events', { headers, signal }).catch((error: unknown) => {
      throw error instanceof CommandFailed ? error : unreachable(url, error, false);
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw notSunglow(url, 'answered with another page');
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (let rest = ''; ;) {
        // A connection that breaks has ended. The next one tells the reason, if there is one.
        const { value } = await reader.read().catch(() => ({ value: undefined }));
        if (value === undefined) return;
        const parts = (rest + value).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) yield partOf(part, url);
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  async #ask<T>(schema: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T> {
    const { url } = this.#login;
    const key = newId();
    for (let repeat = 0; ; repeat++) {
      try {
        const response = await this.#fetch(method, path, {
          headers: method === 'GET' ? {} : { 'idempotency-key': key },
          signal: AbortSignal.timeout(LONGEST_ANSWER),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return schema.parse(await response.json());
      } catch (error) {
        if (error instanceof CommandFailed) throw error;
        if (error instanceof z.ZodError) throw notSunglow(url, 'answered something else', error);
        const isSlow = error instanceof Error && error.name === 'TimeoutError';
        if (repeat < REPEATS && !isSlow) continue;
        if (error instanceof SyntaxError)
          throw notSunglow(url, 'answered with a page or a part of one', error);
        throw unreachable(url, error, method !== 'GET');
      }
    }
  }

  async #fetch(method: string, path: string, init: RequestInit): Promise<Response> {
    const { url, token } = this.#login;
    const headers = {
      ...(init.headers as Record<string, string> | undefined),
      authorization: `Bearer ${token}`,
    };
    // A token is for one server: a redirect could lead it to another one.
    const response = await fetch(new URL(`api/v1${path}`, url.endsWith('/') ? url : `${url}/`), {
      ...init,
      method,
      headers,
      redirect: 'manual',
    });
    if (response.ok) return response;
    throw await failureOf(url, response);
  }

  async #all<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
    const page = pageOf(schema);
    const items: T[] = [];
    for (let cursor = ''; ;) {
      const answer = await this.#ask(page, 'GET', `${path}${cursor}`);
      items.push(...answer.items);
      if (answer.next === null) return items;
      cursor = `&cursor=${encodeURIComponent(answer.next)}`;
    }
  }
}

function pageOf<T>(schema: z.ZodType<T>) {
  return z.looseObject({ items: z.array(schema), next: z.string().nullable() });
}

function partOf(part: string, url: string): StreamPart {
  const field = (name: string) =>
    part
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const text = field('data');
  try {
    return { id: field('id'), data: text === undefined ? undefined : (JSON.parse(text) as unknown) };
  } catch (error) {
    throw notSunglow(url, 'sent something else', error);
  }
}
