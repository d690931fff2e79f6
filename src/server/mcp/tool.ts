import type { z } from 'zod';
import type { TokenCall } from '#src/server/api/endpoint.ts';

/** A tool for agents. Its input and output follow from its schemas. */
export interface Tool<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** True for a tool that changes nothing. */
  readonly isRead: boolean;
  /** True when the same call again has no further effect. */
  readonly isRepeatable: boolean;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  readonly run: (call: TokenCall, input: Input) => Promise<Output>;
}

/** Checks a tool by its own types, and forgets them for the list. */
export function tool<Input, Output>(declared: Tool<Input, Output>): Tool {
  return declared as unknown as Tool;
}
