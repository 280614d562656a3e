import { AppError, errorTable, predict, predictInternally, resumePrediction } from '@chatwright/contract'
import { createStepViews, isRunEvents, RUN_EVENTS_TYPE, type RunEvent } from '@chatwright/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IsOperator } from '../http/access.ts'
import { Form } from '../http/form.ts'
import { handle, handleFlow, type Call, type Handler } from '../http/handle.ts'
import type { FlowHead, FlowLibrary } from '../flows/flow-library.ts'
import type { AnswerHandle } from '../runs/runner.ts'
import { toAnswer } from './answer.ts'
import { waitError } from '../runs/fault-answer.ts'
import type { ReviewLinks } from '../runs/waits/review-links.ts'
import { rightsOf } from '../flow-access/caller-rights.ts'
import type { EventStream, EventStreams } from '../http/event-stream.ts'
import { faultsFor, type Audience } from './frame-writer.ts'
import { createFrameWriter } from './frames.ts'
import { readInternalBody, readJsonBody } from './json-body.ts'
import type { ReadFiles } from './multipart.ts'
import type { PredictionRequest, PredictionService } from './prediction-service.ts'
import type { RateLimiter } from '../flow-access/rate-limiter.ts'
import { createRunEventFrames } from './run-event-frames.ts'
import type { SpokenAnswers, SpokenFrame } from '../speech/spoken-answers.ts'

export interface PredictionRouteDependencies {
  library: Pick<FlowLibrary, 'head'>
  predictions: PredictionService
  streams: EventStreams
  limiter: RateLimiter
  readFiles: ReadFiles
  isOperator: IsOperator
  spoken: Pick<SpokenAnswers, 'mayPlay' | 'play'>
  links: Pick<ReviewLinks, 'linkFor'>
}

type AskCall = Call<{ id: string }, unknown, unknown>

export function predictionRoutes(dependencies: PredictionRouteDependencies): Handler[] {
  const { library, predictions, streams, limiter, readFiles, isOperator, spoken, links } = dependencies

  const audienceOf = ({ caller, request }: Pick<Call<unknown, unknown, unknown>, 'caller' | 'request'>): Audience =>
    isOperator(caller, request) ? 'owner' : 'visitor'

  const resume = async (
    flowId: string,
    lastEventId: string,
    reader: Pick<Reader, 'reply' | 'request' | 'audience'>,
  ): Promise<FastifyReply> => {
    const { handle: run, afterSeq } = await predictions.resume(flowId, lastEventId)
    return follow(run, streams, { afterSeq, earlier: await predictions.earlier(run.job), ...reader })
  }

  const readAsked = async (
    { request: { body }, caller }: AskCall,
    { flow, origin }: { flow: FlowHead; origin: 'internal' | 'external' },
  ): Promise<Pick<PredictionRequest, 'body' | 'drawing' | 'fileInputs'>> => {
    if (body instanceof Form) return readFiles(body, { flow, origin, caller })
    return origin === 'internal' ? readInternalBody(body) : { body: readJsonBody(body) }
  }

  const ask = async (call: AskCall, { flow, origin }: { flow: FlowHead; origin: 'internal' | 'external' }) => {
    const { request, reply } = call
    const lastEventId = header(request, 'last-event-id')
    const audience = origin === 'internal' ? 'builder' : audienceOf(call)
    const reader = { request, reply, audience } as const
    if (lastEventId !== undefined) return resume(flow.id, lastEventId, reader)
    // Only a question counts: who comes back for the rest of an answer asks nothing new.
    if (origin === 'external') await limiter.count(flow, request.ip)
    const { body, drawing, fileInputs } = await readAsked(call, { flow, origin })
    const run = await predictions.start({
      flow,
      drawing,
      body,
      origin,
      rights: rightsOf(call.caller, { isOperator: audience !== 'visitor' }),
      ...(fileInputs && { fileInputs }),
      idempotencyKey: header(request, 'idempotency-key'),
    })
    const earlier = await predictions.earlier(run.job)
    if (!body.streaming) return answerWhole(run, { ...reader, earlier, linkFor: (id) => links.linkFor(id) })
    if (!spoken.mayPlay(flow)) return follow(run, streams, { afterSeq: 0, earlier, ...reader })
    const play: Play = async function* (signal) {
      const { text: markdown } = await run.outcome
      const { session, answerMessageId: chatMessageId } = run.job
      const reader = { audience: faultsFor(audience), signal }
      yield* spoken.play(flow, { chatId: session.chatId, chatMessageId, markdown }, reader)
    }
    return follow(run, streams, { afterSeq: 0, earlier, play, ...reader })
  }

  return [
    handleFlow(predict, (call) => ask(call, { flow: call.flow, origin: 'external' })),
    handle(predictInternally, async (call) =>
      ask(call, { flow: await library.head(call.params.id), origin: 'internal' }),
    ),
    handle(resumePrediction, async ({ params, caller, request, reply }) => {
      const lastEventId = header(request, 'last-event-id')
      if (lastEventId === undefined) throw new AppError('run-gone')
      return resume(params.id, lastEventId, { request, reply, audience: audienceOf({ caller, request }) })
    }),
  ]
}

interface Reader {
  request: FastifyRequest
  reply: FastifyReply
  audience: Audience
  afterSeq: number
  /** What was told of its execution before. */
  earlier: readonly RunEvent[]
  /** The voice of the answer, for clients that do not ask for it themselves. */
  play?: Play
}

type Play = (signal: AbortSignal) => AsyncIterable<SpokenFrame>

/** Sends a run to a client as it happens, from after a given event, in the words that the client asked for. */
function follow(
  run: AnswerHandle,
  streams: EventStreams,
  { request, reply, audience, afterSeq, earlier, play }: Reader,
): FastifyReply {
  const isOurs = isRunEvents(header(request, 'accept'))
  const stream = streams.open(reply, isOurs ? RUN_EVENTS_TYPE : undefined)
  const writer = isOurs ? createRunEventFrames(run.job.runId, audience) : createFrameWriter(run.job, audience, earlier)
  let leave = (): void => {}
  let isOver = false
  // From the first event, although only later ones are sent: what a frame says depends on those before it.
  leave = run.read((event, seq) => {
    const wait = waitError(event, faultsFor(audience))
    if (wait && stream.refuse(wait, request)) {
      isOver = true
      leave()
      return
    }
    const frames = writer.frames(event, seq)
    if (event.type !== 'run-end') {
      if (seq > afterSeq) stream.write(frames)
      return
    }
    isOver = true
    leave()
    // The end is told in any case: a crash may have kept less than the reader has heard.
    const end = (): void => {
      stream.write(frames)
      stream.end()
    }
    if (play && !isOurs && event.status === 'done') void tellSpoken(stream, play).finally(end)
    else end()
  })
  if (isOver) {
    leave()
    return reply
  }
  stream.onGone(leave)
  run.outcome.catch(() => {
    // The run could not even be stored; the client must not wait for an end that will not come.
    stream.write(writer.broken({ code: 'internal', message: errorTable.internal.message }))
    stream.end()
  })
  return reply
}

/** As the older product does, before the end of the stream. */
async function tellSpoken(stream: EventStream, play: Play): Promise<void> {
  const gone = new AbortController()
  stream.onGone(() => gone.abort())
  try {
    for await (const frame of play(gone.signal)) stream.write(`data:${JSON.stringify(frame)}\n\n`)
  } catch {
    // An answer that could not be stored says so itself.
  }
}

async function answerWhole(
  run: AnswerHandle,
  {
    reply,
    audience,
    earlier,
    linkFor,
  }: Pick<Reader, 'reply' | 'audience' | 'earlier'> & { linkFor: (waitId: string) => string },
): Promise<unknown> {
  const steps = run.job.kind === 'flow' ? createStepViews(earlier) : undefined
  const leave = run.read((event) => steps?.add(event))
  const onClose = (): void => leave()
  reply.raw.once('close', onClose)
  try {
    return toAnswer(run.job, await run.outcome, { audience, steps: steps?.all ?? [], linkFor })
  } finally {
    reply.raw.off('close', onClose)
    leave()
  }
}

/** A header that says something: an empty one is as good as none. */
function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text === '' ? undefined : text
}
