import { context, SpanKind, SpanStatusCode, trace, type Context, type Span, type Tracer } from '@opentelemetry/api'
import type { RunEvent } from '@chatwright/core'
import type { Job } from '../../runs/runs/job.ts'

export interface SpanRecorder {
  add(event: RunEvent): void
}

/** Turns the events of one run into spans as they come: the run, and below it every call of a node. */
export function recordSpans(tracer: Tracer, job: Job): SpanRecorder {
  const run = tracer.startSpan('chatwright.run', {
    kind: SpanKind.SERVER,
    attributes: {
      'chatwright.run.id': job.runId,
      'chatwright.flow.id': job.flowId,
      'chatwright.flow.version': job.flowVersion,
      'session.id': job.session.sessionId,
    },
  })
  const inRun = trace.setSpan(context.active(), run)
  const calls = new Map<string, { span: Span; context: Context }>()
  /** Calls nest: what starts while another is open belongs below it. */
  const open: string[] = []

  const end = (callId: string, at: number, finish: (span: Span) => void): void => {
    const call = calls.get(callId)
    if (!call) return
    finish(call.span)
    call.span.end(at)
    calls.delete(callId)
    open.splice(open.indexOf(callId), 1)
  }

  return {
    add(event) {
      switch (event.type) {
        case 'node-start': {
          const parent = calls.get(open.at(-1) ?? '')?.context ?? inRun
          const span = tracer.startSpan(
            event.label,
            {
              kind: SpanKind.CLIENT,
              startTime: event.at,
              attributes: { 'chatwright.node.id': event.nodeId, 'chatwright.node.name': event.name },
            },
            parent,
          )
          calls.set(event.callId, { span, context: trace.setSpan(parent, span) })
          open.push(event.callId)
          return
        }
        case 'node-end':
          end(event.callId, event.at, (span) => {
            if (!event.usage) return
            span.setAttribute('gen_ai.usage.input_tokens', event.usage.inputTokens)
            span.setAttribute('gen_ai.usage.output_tokens', event.usage.outputTokens)
          })
          return
        case 'node-error':
          end(event.callId, event.at, (span) =>
            span.setStatus({ code: SpanStatusCode.ERROR, message: event.fault.message }),
          )
          return
        case 'run-end':
          for (const callId of open.slice()) end(callId, event.at, () => undefined)
          if (event.fault) run.setStatus({ code: SpanStatusCode.ERROR, message: event.fault.message })
          run.setAttribute('chatwright.run.status', event.status)
          run.end()
          return
        default:
      }
    },
  }
}
