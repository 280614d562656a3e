import { resumeUiStream, runAgUi, streamToUi } from '@chatwright/contract'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { handleFlow, type Handler } from '../../door/http/handle.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { MeantChat } from '../../flows/flow-access/named-sessions.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { streamRun } from '../protocols/answer-run.ts'
import { toQuestion } from './ag-ui-request.ts'
import { createAgUiFrames } from './ag-ui-frames.ts'
import { createUiFrames } from './ui-frames.ts'
import { toPrediction } from './ui-request.ts'

export interface UiRouteDependencies {
  predictions: Pick<PredictionService, 'start' | 'resume'>
  runs: Pick<RunStore, 'underWay'>
  meantChat: MeantChat
  streams: EventStreams
  limiter: RateLimiter
}

const UI_STREAM = ['x-vercel-ai-ui-message-stream', 'v1'] as const

/** Front ends made by others, each in its own protocol. Refusals are statuses; failures of a run stand in the stream. */
export function uiRoutes({ predictions, runs, meantChat, streams, limiter }: UiRouteDependencies): Handler[] {
  return [
    handleFlow(streamToUi, async ({ flow, body, asker, request, reply }) => {
      await limiter.count(flow, request.ip)
      const asked = toPrediction(body)
      streams.expectRoom(reply)
      const run = await predictions.start({ flow, body: asked, asker })
      reply.header(...UI_STREAM)
      return streamRun(run, createUiFrames(run.job, { asker }), { streams, asker, request, reply })
    }),

    handleFlow(resumeUiStream, async ({ flow, params: { chatId }, asker, request, reply }) => {
      const chat = { flowId: flow.id, chatId: await meantChat({ flowId: flow.id, chatId }, asker) }
      const runId = await runs.underWay(chat)
      if (runId === undefined) return reply.status(204).send()
      streams.expectRoom(reply)
      const run = await predictions.resume(flow.id, runId)
      reply.header(...UI_STREAM)
      return streamRun(run, createUiFrames(run.job, { asker }), { streams, asker, request, reply, isBack: true })
    }),

    handleFlow(runAgUi, async ({ flow, body, asker, request, reply }) => {
      await limiter.count(flow, request.ip)
      const asked = toQuestion(body, asker)
      streams.expectRoom(reply)
      const run = await predictions.start({ flow, ...asked, asker })
      const { threadId, runId } = body
      const writer = createAgUiFrames(run.job, { threadId, runId }, { asker })
      return streamRun(run, writer, { streams, asker, request, reply })
    }),
  ]
}
