import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Job } from '../../runs/runs/job.ts'
import { recordSpans, type SpanRecorder } from './span-recorder.ts'

export interface Telemetry {
  recordRun(job: Job): SpanRecorder
  close(): Promise<void>
}

/** Sends the trace of every run to an OpenTelemetry collector. Loaded only when one is configured. */
export function createTelemetry(options: { endpoint: string; version: string }): Telemetry {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'chatwright', 'service.version': options.version }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` }),
      ),
    ],
  })
  const tracer = provider.getTracer('chatwright', options.version)
  return {
    recordRun: (job) => recordSpans(tracer, job),
    close: () => provider.shutdown(),
  }
}
