import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { RunJob } from '../../runs/runs/run-job.ts'
import { createTelemetry } from './telemetry.ts'

interface SentSpan {
  name: string
  spanId: string
  parentSpanId?: string
  traceId: string
  status?: { code?: number; message?: string }
}

test('a run reaches the collector as one trace: the run, its nodes below it, a failure marked', async () => {
  const bodies: string[] = []
  const collector = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(`${request.url} ${body}`)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => collector.once('listening', resolve))
  const telemetry = createTelemetry({
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    version: '1',
  })
  const at = Date.now()
  const recorder = telemetry.recordRun({
    runId: 'r1',
    flowId: 'f1',
    flowVersion: 3,
    session: { sessionId: 's1' },
  } as RunJob)
  recorder.add({ type: 'node-start', nodeId: 'chain_0', name: 'conversationChain', label: 'Chain', callId: 'a', at })
  recorder.add({ type: 'node-start', nodeId: 'model_0', name: 'chatOpenAI', label: 'Model', callId: 'b', at })
  const fault = { code: 'quota' as const, message: 'No credit left' }
  recorder.add({ type: 'node-error', nodeId: 'model_0', callId: 'b', at, durationMs: 5, fault })
  recorder.add({ type: 'node-end', nodeId: 'chain_0', callId: 'a', at, durationMs: 9 })
  recorder.add({ type: 'run-end', runId: 'r1', at, status: 'failed', durationMs: 10, fault })
  await telemetry.close()
  collector.close()

  expect(bodies[0]).toMatch(/^\/v1\/traces /)
  const spans = bodies.flatMap((body): SentSpan[] => {
    const sent = JSON.parse(body.slice(body.indexOf(' '))) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
    }
    return sent.resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans))
  })
  const named = (name: string): SentSpan | undefined => spans.find((span) => span.name === name)
  expect(spans.map((span) => span.name).sort()).toEqual(['Chain', 'Model', 'chatwright.run'])
  expect(new Set(spans.map((span) => span.traceId)).size).toBe(1)
  expect(named('Chain')?.parentSpanId).toBe(named('chatwright.run')?.spanId)
  expect(named('Model')?.parentSpanId).toBe(named('Chain')?.spanId)
  expect(named('Model')?.status).toMatchObject({ code: 2, message: 'No credit left' })
})
