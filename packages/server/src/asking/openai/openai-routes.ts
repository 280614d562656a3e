import { AppError, createCompletion, listModels, type CompletionBody } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../ground/db/new-id.ts'
import { isOwnerHere, isStranger, keyOf } from '../../door/askers/may.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import { whenGone } from '../../door/http/when-gone.ts'
import { ignoredOverrides, refuseUnfinished } from '../predictions/answer.ts'
import { waitError } from '../../runs/runs/fault-answer.ts'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { checkKey, type FlowGates } from '../../flows/flow-access/flow-gate.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { accessOf } from '../../flows/flows/flow-access.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { createCompletionFrames, toUsage, type CompletionHead } from './completion-frames.ts'
import { toPrediction } from './completion-request.ts'

export interface OpenAiRouteDependencies {
  library: Pick<FlowLibrary, 'head' | 'deployed'>
  gates: Pick<FlowGates, 'admit'>
  predictions: Pick<PredictionService, 'start'>
  streams: EventStreams
  limiter: RateLimiter
}

/** Every deployed flow is a model for whatever speaks OpenAI's protocol. */
export function openAiRoutes(dependencies: OpenAiRouteDependencies): Handler[] {
  const { library, gates, predictions, streams, limiter } = dependencies

  const listedFor = (flows: readonly FlowHead[], asker: Asker): FlowHead[] =>
    isOwnerHere(asker) ? [...flows] : flows.filter((flow) => isListedFor(flow, asker))

  const deployedUnder = async (id: string): Promise<FlowHead | undefined> => {
    try {
      const head = await library.head(id)
      return head.deployed === 1 ? head : undefined
    } catch (error) {
      if (error instanceof AppError && error.code === 'chatflow-not-found') return undefined
      throw error
    }
  }

  return [
    handle(listModels, async ({ asker }) => {
      const flows = listedFor(await library.deployed(isStranger(asker) ? { isPublic: true } : {}), asker)
      return {
        object: 'list' as const,
        data: flows.map((flow) => ({
          id: flow.id,
          object: 'model' as const,
          created: seconds(Date.parse(flow.created_date)),
          owned_by: 'chatwright',
          name: flow.name,
        })),
      }
    }),

    handle(createCompletion, async ({ body, asker, request, reply }) => {
      // An id opens a flow as it does everywhere; a name could be guessed, so it must be one that was told.
      const found =
        (await deployedUnder(body.model)) ?? listedFor(await library.deployed({ name: body.model }), asker)[0]
      if (!found) throw unknownModel(body.model)
      const flow = await gates.admit({ flowId: found.id, asker, request, reply })
      await limiter.count(flow, request.ip)
      if (body.stream) streams.expectRoom(reply)
      const run = await predictions.start({ flow, body: toPrediction(body), asker })
      const head = { id: `chatcmpl-${newId()}`, model: body.model, createdSeconds: seconds(Date.now()) }
      if (!body.stream) return answerWhole(run, head, { reply, asker })
      streamCompletion(run, head, { body, request, reply, streams, asker })
      return reply
    }),
  ]
}

function unknownModel(model: string): AppError {
  return new AppError('chatflow-not-found', { id: model }, { message: `There is no deployed flow "${model}".` })
}

/** A list tells ids, and whoever has the id of an open flow can ask it: strangers are told of public ones only. */
function isListedFor(flow: FlowHead, asker: Asker): boolean {
  if (keyOf(asker) === undefined) return flow.is_public === 1 && accessOf(flow) === 'open'
  try {
    checkKey(flow, asker)
    return true
  } catch {
    return false
  }
}

interface Listener {
  reply: FastifyReply
  asker: Asker
}

interface Streaming {
  body: CompletionBody
  request: FastifyRequest
  streams: EventStreams
}

function streamCompletion(
  run: AnswerHandle,
  head: CompletionHead,
  { body, request, reply, streams, asker }: Listener & Streaming,
): void {
  const stream = streams.open(reply)
  const writer = createCompletionFrames(head, {
    includesUsage: body.stream_options?.include_usage ?? false,
    asker,
    last: ignoredOverrides(run.job),
  })
  const leave = run.read((event) => {
    const wait = waitError(event, asker)
    if (wait && stream.refuse(wait, request)) return undefined
    stream.write(writer.frames(event))
    if (event.type === 'run-end') stream.end()
    return stream.room
  })
  stream.onGone(leave)
  run.outcome.then(leave, () => stream.end())
}

async function answerWhole(run: AnswerHandle, head: CompletionHead, { reply, asker }: Listener): Promise<object> {
  const leave = run.read(() => {})
  const stop = whenGone(reply, leave)
  try {
    const outcome = await run.outcome
    refuseUnfinished(outcome, asker)
    const { text, json, usage } = outcome
    const content = json === undefined ? text : JSON.stringify(json)
    return {
      id: head.id,
      object: 'chat.completion',
      created: head.createdSeconds,
      model: head.model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: toUsage(usage),
      ...ignoredOverrides(run.job),
    }
  } finally {
    stop()
    leave()
  }
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
