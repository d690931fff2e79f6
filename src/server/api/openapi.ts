import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { PROBLEM_CODES, statusOf, type ProblemCode } from './problem.ts';

/** The codes that every endpoint answers. */
const ALWAYS: readonly ProblemCode[] = [
  'UNAUTHORIZED',
  'SCOPE_TOO_NARROW',
  'INVALID_VALUE',
  'TOO_LARGE',
  'TOO_MANY_REQUESTS',
];

/** The codes of an endpoint, in the order of the table of codes. */
export function codesOf({ path, body, method, errors }: Endpoint): readonly ProblemCode[] {
  const codes = new Set<ProblemCode>([...ALWAYS, ...errors]);
  if (path.includes('{id}')) codes.add('NOT_FOUND');
  if (body) codes.add('BAD_JSON');
  if (method !== 'GET') codes.add('KEY_REUSED').add('NOT_FOUND');
  return PROBLEM_CODES.filter((code) => codes.has(code));
}

type Json = Record<string, unknown> & {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
};

/** The schemas with a name, which others refer to. */
type Shared = Record<string, Json>;

/** A schema as JSON Schema 2020-12, in OpenAPI's form. Its named parts go to `shared`. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', shared: Shared): Json {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  const json = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  for (const [name, of] of Object.entries((json['$defs'] ?? {}) as Shared)) shared[name] = plain(of);
  return plain(json);
}

/** Without the members that OpenAPI has no place for. */
function plain({ $schema: _schema, $id: _id, id: _name, $defs: _defs, ...json }: Json): Json {
  return json;
}

/** The description of the API in OpenAPI 3.1, from the table of its endpoints. */
export function openApi(endpoints: readonly Endpoint[], publicUrl: string): object {
  const shared: Shared = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, shared);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sunglow',
      version: '1',
      description: 'Tasks of a user, by the operations of the app. Every write takes an Idempotency-Key.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An access token: sgt_...' } },
      schemas: { ...shared, Problem: PROBLEM },
    },
  };
}

const PROBLEM = {
  type: 'object',
  description: 'A problem in the form of RFC 9457.',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
  },
};

function operationOf(endpoint: Endpoint, shared: Shared): object {
  const { name, summary, scope, body, status, output, method, isStream } = endpoint;
  const codes = codesOf(endpoint);
  const byStatus = Map.groupBy(codes, statusOf);
  return {
    operationId: name,
    summary,
    description: `Needs a token with the scope \`${scope}\`.`,
    ...parametersOf(endpoint, method !== 'GET', shared),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body, 'input', shared) } },
      },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        content: {
          [isStream ? 'text/event-stream' : 'application/json']: {
            schema: schemaOf(output, 'output', shared),
          },
        },
      },
      ...Object.fromEntries(
        Array.from(byStatus, ([of, some]) => [
          of,
          {
            description: some.join(', '),
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  };
}

function parametersOf({ path, query }: Endpoint, isWrite: boolean, shared: Shared): object {
  const { properties = {}, required = [] } = query ? schemaOf(query, 'input', shared) : {};
  const parameters = [
    ...(path.includes('{id}')
      ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }]
      : []),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...(isWrite
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description:
              'A repeated write with the same key is done once, and answers the same, for 90 days.',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
        ]
      : []),
  ];
  return parameters.length === 0 ? {} : { parameters };
}
