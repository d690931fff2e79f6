import type { z } from 'zod';
import type { TokenScope } from '#src/domain/identity/access-token.ts';
import { actorOf, type Actor, type SpaceId } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { AccessToken } from '#src/server/tokens/access-tokens.ts';
import type { Hub } from '#src/sync/server/hub.ts';
import type { Pace } from '#src/sync/server/pace.ts';
import type { Pushed } from '#src/sync/server/push.ts';
import type { ProblemCode } from './problem.ts';
import type { Reach } from './reach.ts';
import type { Stamp } from './stamp.ts';
import type { Streams } from './streams.ts';

/** A request with a token, to any door for programs. */
export interface TokenCall {
  readonly token: AccessToken;
  readonly spaceId: SpaceId;
  readonly reach: Reach;
  /** Ms since 1970 UTC. */
  readonly now: number;
  readonly database: AppDatabase;
  readonly hub: Pick<Hub, 'change' | 'connect'>;
  /** As rates count it; see networkOf. */
  readonly network: string | null;
  readonly readPace: Pace;
  /** Counts this many characters of rows as read or sent (see Pace.countRead). */
  readonly countRead: (characters: number) => void;
  /** Lets other users go first after work of `ms` (see Pace.giveWay). */
  readonly giveWay: (ms: number) => Promise<void>;
  /** Waits for the pace of writes, or throws an ApiProblem. */
  readonly beforeWrite: () => Promise<void>;
  /** Counts what a write took. */
  readonly afterWrite: (pushed: Pick<Pushed, 'work'>) => void;
}

/** The program with this token, as the history names it. */
export function programOf({ userId, name, id }: AccessToken): Actor {
  return { ...actorOf(userId, name), tokenId: id };
}

/** A call that may write. Repeated with the same stamp, it does so once. */
export interface WriteCall extends TokenCall {
  readonly stamp: Stamp;
}

/** A request to an endpoint, after all checks. */
export interface Call<Query = unknown, Body = unknown> extends WriteCall {
  /** The id in the path; '' for a path without one. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly streams: Streams;
  /** The `id` of the last event that a client of a stream has. */
  readonly lastEventId: string | null;
}

/** The part of a call that new rows follow from. */
export type Adding = Pick<TokenCall, 'reach' | 'now'> & { readonly stamp: Pick<Stamp, 'rowId'> };

/** One operation of the API: routing, checks, openapi.json and tests follow from it. */
export interface Endpoint<Query = unknown, Body = unknown, Output = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1, as OpenAPI writes it: `/tasks/{id}`. */
  readonly path: string;
  /** The name of the operation in openapi.json. */
  readonly name: string;
  readonly summary: string;
  readonly scope: TokenScope;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  readonly status: 200 | 201;
  /** The path of the list that it adds to; by default its own. */
  readonly addsTo?: string;
  readonly output: z.ZodType<Output>;
  /** True when `run` gives a stream of events, each with an output as its data. */
  readonly isStream?: true;
  /** The codes beside those that every endpoint has. */
  readonly errors: readonly ProblemCode[];
  readonly run: (call: Call<Query, Body>) => Promise<Output | ReadableStream<Uint8Array>>;
}

/** Checks an endpoint by its own types, and forgets them for the table. */
export function endpoint<Query, Body, Output>(declared: Endpoint<Query, Body, Output>): Endpoint {
  return declared as unknown as Endpoint;
}
