import { z } from 'zod';
import { newId } from '#src/domain/id.ts';
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
const writtenSchema = z.looseObject({ id: z.string(), version: z.number() });
const changesSchema = z.looseObject({
  changed: z.looseObject({ tasks: z.array(taskSchema).optional() }),
  next: z.string(),
  hasMore: z.boolean(),
});
const problemSchema = z.looseObject({ code: z.string(), detail: z.string() });

export type CliTask = z.infer<typeof taskSchema>;
export type Named = z.infer<typeof namedSchema>;

/** The repetitions of a write whose answer was lost. It is done once, by its key. */
const REPEATS = 2;

/** The API of the server of a login. Throws CommandFailed with the words of the server. */
export class Client {
  readonly #login: Login;

  constructor(login: Login) {
    this.#login = login;
  }

  /** The tasks of a query; all open ones without one. */
  tasks(query: string | null): Promise<CliTask[]> {
    const asked = query === null ? '' : `query=${encodeURIComponent(query)}&`;
    return this.#all(`/tasks?${asked}limit=500`, taskSchema);
  }

  async task(id: string): Promise<CliTask> {
    return taskSchema.parse(await this.ask('GET', `/tasks/${encodeURIComponent(id)}`));
  }

  named(list: 'collections' | 'labels'): Promise<Named[]> {
    return this.#all(`/${list}?limit=500`, namedSchema);
  }

  async write(method: string, path: string, body?: unknown) {
    return writtenSchema.parse(await this.ask(method, path, body));
  }

  /** The tasks that changed after a version. */
  async changedTasks(version: number): Promise<readonly CliTask[]> {
    const tasks: CliTask[] = [];
    for (let since = `${version}`; ;) {
      const { changed, next, hasMore } = changesSchema.parse(
        await this.ask('GET', `/changes?since=${since}`),
      );
      tasks.push(...(changed.tasks ?? []));
      if (!hasMore) return tasks;
      since = next;
    }
  }

  async export(format: string, query: string | null): Promise<string> {
    const asked = new URLSearchParams({ format, ...(query !== null && { query }) });
    return z.looseObject({ text: z.string() }).parse(await this.ask('GET', `/export?${asked}`)).text;
  }

  /** The data of each event, from now on, until the connection ends. */
  async *events(signal: AbortSignal): AsyncGenerator {
    const response = await this.#fetch('GET', '/events', { signal });
    let rest = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (rest + piece).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = event.split('\n').find((line) => line.startsWith('data: '));
        if (data) yield JSON.parse(data.slice('data: '.length));
      }
    }
  }

  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const key = newId();
    for (let repeat = 0; ; repeat++) {
      try {
        const response = await this.#fetch(method, path, {
          headers: method === 'GET' ? {} : { 'idempotency-key': key },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return await response.json();
      } catch (error) {
        if (error instanceof CommandFailed || repeat === REPEATS) throw unreachable(this.#login.url, error);
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
      redirect: 'error',
    });
    if (response.ok) return response;
    const problem = problemSchema.safeParse(await response.json().catch(() => null));
    throw problem.success
      ? new CommandFailed(problem.data.detail, problem.data.code)
      : new CommandFailed(`The server at ${url} answered ${response.status}. Is it Sunglow?`, 'NOT_SUNGLOW');
  }

  async #all<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
    const page = z.looseObject({ items: z.array(schema), next: z.string().nullable() });
    const items: T[] = [];
    for (let cursor = ''; ;) {
      const answer = page.parse(await this.ask('GET', `${path}${cursor}`));
      items.push(...answer.items);
      if (answer.next === null) return items;
      cursor = `&cursor=${encodeURIComponent(answer.next)}`;
    }
  }
}

function unreachable(url: string, error: unknown): Error {
  if (error instanceof CommandFailed) return error;
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return new CommandFailed(
      `The server at ${url} answered something else than the API.`,
      'NOT_SUNGLOW',
      error,
    );
  return new CommandFailed(
    `The server at ${url} cannot be reached. Check the address and the network.`,
    'UNREACHABLE',
    error,
  );
}
