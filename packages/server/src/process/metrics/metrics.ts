import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { EndedOutcome } from '@chatwright/core'

export interface Metrics {
  /** Every request by the route it matched, never by its address. */
  request(observed: { method: string; route: string; status: number; seconds: number }): void
  run(outcome: Pick<EndedOutcome, 'status' | 'durationMs' | 'usage'>): void
  /** A page tried what its Content-Security-Policy forbids. */
  blocked(directive: string): void
  /** A number asked for when somebody looks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  text(): Promise<string>
  readonly contentType: string
}

let ofProcess: Registry | undefined

/** Memory, processor and event loop: watched once per process, since what watches them has no end. */
function processFigures(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess, prefix: 'chatwright_' })
  }
  return ofProcess
}

/** Prometheus figures of one server, with those of its process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const process = processFigures()
  const requests = new Histogram({
    name: 'chatwright_http_request_seconds',
    help: 'Time to answer a request; for streams, to their end',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [registry],
  })
  const runs = new Histogram({
    name: 'chatwright_run_seconds',
    help: 'How long runs took, by how they ended',
    labelNames: ['status'],
    buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30, 120],
    registers: [registry],
  })
  const tokens = new Counter({
    name: 'chatwright_tokens_total',
    help: 'Tokens that models read and wrote',
    labelNames: ['direction'],
    registers: [registry],
  })
  const blocked = new Counter({
    name: 'chatwright_csp_reports_total',
    help: 'What browsers say the Content-Security-Policy of a page blocked, by directive',
    labelNames: ['directive'],
    registers: [registry],
  })
  return {
    blocked: (directive) => blocked.inc({ directive }),
    request: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    run({ status, durationMs, usage }) {
      runs.observe({ status }, durationMs / 1000)
      if (!usage) return
      tokens.inc({ direction: 'in' }, usage.inputTokens)
      tokens.inc({ direction: 'out' }, usage.outputTokens)
    },
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({
        name: `chatwright_${name}`,
        help,
        registers: [registry],
        async collect() {
          gauge.set(await read())
        },
      })
    },
    text: async () => (await Promise.all([registry.metrics(), process.metrics()])).join('\n'),
    contentType: registry.contentType,
  }
}
