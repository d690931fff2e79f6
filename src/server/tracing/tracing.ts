import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** The most ms that a stopping server waits for the collector. */
const STOP_MS = 2_000;

/**
 * Sends OpenTelemetry the durations of requests, messages of devices, and their statements. They reveal
 * nothing about a user: a path has no query, a statement no parameters, and an error no message.
 */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #contexts = new AsyncLocalStorage<Context>();

  /** `endpoint`: the OTLP address of a collector over HTTP, without `/v1/traces`. */
  constructor(endpoint: string) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'sunglow' }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#tracer = this.#provider.getTracer('sunglow');
  }

  /** Runs `work` as a span of its own. `add` adds attributes until it ends. */
  async run<T>(
    name: string,
    attributes: Attributes,
    work: (add: (more: Attributes) => void) => Promise<T>,
  ): Promise<T> {
    const parent = this.#contexts.getStore() ?? ROOT_CONTEXT;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    try {
      return await this.#contexts.run(trace.setSpan(parent, span), () =>
        work((more) => span.setAttributes(more)),
      );
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  /**
   * Records a statement that has just ended after `ms`. Skips statements of the server's own background work,
   * which would be most of the data.
   */
  statement(sql: string, ms: number, hasFailed: boolean): void {
    const parent = this.#contexts.getStore();
    if (!parent) return;
    const end = Date.now();
    const span = this.#tracer.startSpan(
      sql.split(' ', 1)[0] ?? '',
      { kind: SpanKind.CLIENT, startTime: end - ms, attributes: { 'db.query.text': sql } },
      parent,
    );
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  }

  /** Sends the remaining spans to a collector that takes them soon. */
  async stop(): Promise<void> {
    // Spans that a collector rejects are lost at any other time too, so that this is no failure of the
    // server.
    const sent = this.#provider.shutdown().catch(() => {});
    await Promise.race([sent, delay(STOP_MS, undefined, { ref: false })]);
  }
}
