import { AppError, predict, predictInternally, resumePrediction } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyReply } from 'fastify'
import { isOnCanvas, keyOf, personOf } from '../../door/askers/may.ts'
import { Form } from '../../door/http/form.ts'
import { handle, handleFlow, type Call, type Handler } from '../../door/http/handle.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { ReviewLinks } from '../../runs/runs/waits/review-links.ts'
import { askedVersion } from '../../flows/flow-access/asked-version.ts'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { headerOf } from '../../door/http/header-of.ts'
import type { EventIds } from './event-ids.ts'
import { readInternalBody, readJsonBody } from './json-body.ts'
import type { ReadFiles } from './multipart.ts'
import type { PredictionRequest, PredictionService } from './prediction-service.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { answerWhole, follow, type Play, type Reader } from './send-answer.ts'
import type { SpokenAnswers } from '../speech/spoken-answers.ts'

export interface PredictionRouteDependencies {
  library: Pick<FlowLibrary, 'head'>
  predictions: PredictionService
  streams: EventStreams
  eventIds: EventIds
  limiter: RateLimiter
  readFiles: ReadFiles
  spoken: Pick<SpokenAnswers, 'mayPlay' | 'play'>
  links: Pick<ReviewLinks, 'linkFor'>
}

/** A guessed key must neither reveal another caller's answer nor use the key up. */
function ownKey(key: string | undefined, asker: Asker): string | undefined {
  const { network } = asker
  const of = keyOf(asker) ?? personOf(asker) ?? (network === undefined ? 'owner' : `from ${network}`)
  return key === undefined ? undefined : `${of}\n${key}`
}

type AskCall = Call<{ id: string }, unknown, unknown>

export function predictionRoutes(dependencies: PredictionRouteDependencies): Handler[] {
  const { library, predictions, streams, eventIds, limiter, readFiles, spoken, links } = dependencies
  const following = { streams, eventIds }

  const resume = async (
    flowId: string,
    lastEventId: string,
    reader: Pick<Reader, 'reply' | 'request' | 'asker'>,
  ): Promise<FastifyReply> => {
    const { runId, seq: afterSeq } = eventIds.read(lastEventId)
    streams.expectRoom(reader.reply)
    const run = await predictions.resume(flowId, runId)
    return follow(run, following, { afterSeq, isBack: true, earlier: await predictions.earlier(run.job), ...reader })
  }

  const readAsked = async (
    { request: { body }, asker }: AskCall,
    flow: FlowHead,
  ): Promise<Pick<PredictionRequest, 'body' | 'drawing' | 'fileInputs' | 'version'>> => {
    const versionOf = (named?: number): number => askedVersion(flow, asker, named)
    const asked = await readBody(body, { flow, asker, versionOf })
    return { ...asked, version: versionOf(asked.body.version) }
  }

  const readBody = async (body: unknown, context: Parameters<ReadFiles>[1]) => {
    if (body instanceof Form) return readFiles(body, context)
    return isOnCanvas(context.asker) ? readInternalBody(body) : { body: readJsonBody(body) }
  }

  const ask = async (call: AskCall, flow: FlowHead) => {
    const { request, reply, asker } = call
    const lastEventId = headerOf(request, 'last-event-id')
    const reader = { request, reply, asker }
    if (lastEventId !== undefined) return resume(flow.id, lastEventId, reader)
    // Only a question counts: who comes back for the rest of an answer asks nothing new.
    if (!isOnCanvas(asker)) await limiter.count(flow, request.ip)
    const { body, version, fileInputs, drawing } = await readAsked(call, flow)
    if (body.streaming) streams.expectRoom(reply)
    const run = await predictions.start({
      flow,
      drawing,
      version,
      body,
      asker,
      idempotencyKey: ownKey(headerOf(request, 'idempotency-key'), asker),
      ...(fileInputs && { fileInputs }),
    })
    const earlier = await predictions.earlier(run.job)
    if (!body.streaming) return answerWhole(run, { ...reader, earlier, linkFor: (id) => links.linkFor(id) })
    if (!spoken.mayPlay(flow)) return follow(run, following, { afterSeq: 0, earlier, ...reader })
    const play: Play = async function* (signal) {
      const { text: markdown } = await run.outcome
      const { session, answerMessageId: chatMessageId } = run.job
      const reader = { asker, session, signal }
      yield* spoken.play(flow, { chatId: session.chatId, chatMessageId, markdown }, reader)
    }
    return follow(run, following, { afterSeq: 0, earlier, play, ...reader })
  }

  return [
    handleFlow(predict, (call) => ask(call, call.flow)),
    handle(predictInternally, async (call) => ask(call, await library.head(call.params.id))),
    handle(resumePrediction, async ({ params, asker, request, reply }) => {
      const lastEventId = headerOf(request, 'last-event-id')
      if (lastEventId === undefined) throw new AppError('run-gone')
      return resume(params.id, lastEventId, { request, reply, asker })
    }),
  ]
}
