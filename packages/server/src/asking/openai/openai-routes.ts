import {
  BUILT_IN_EMBEDDINGS,
  createCompletion,
  createEmbeddings,
  createResponse,
  getModel,
  listModels,
  type CompletionBody,
} from '@chatwright/contract'
import { addUsage, type TokenUsage } from '@chatwright/core'
import { newId } from '../../ground/db/new-id.ts'
import { namesAny } from '../../door/askers/may.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import { checkKey } from '../../flows/flow-access/flow-gate.ts'
import { ignoredOverrides } from '../predictions/answer.ts'
import type { EventStreams } from '../../door/http/event-stream.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { seconds, streamRun, wholeRun, type Listener, type ProtocolFrames } from '../protocols/answer-run.ts'
import { createFlowModels, unknownModel, type ModelDependencies } from '../protocols/find-model.ts'
import { choiceOf, createCompletionFrames, endFrames, toUsage, type CompletionHead } from './completion-frames.ts'
import { toQuestion } from './completion-request.ts'
import { describeModel, listedModel } from './describe-model.ts'
import { describedEmbeddingModel, embeddingModel, type Embed } from './embeddings.ts'
import type { AnswerResponse } from './responses.ts'

export interface OpenAiRouteDependencies extends ModelDependencies {
  predictions: Pick<PredictionService, 'start'>
  streams: EventStreams
  describe: Parameters<typeof describeModel>[1]['describe']
  library: ModelDependencies['library'] & Parameters<typeof describeModel>[1]['library']
  respond: AnswerResponse
  embed: Embed
}

/** Every deployed flow is a model for whatever speaks OpenAI's protocol. */
export function openAiRoutes(dependencies: OpenAiRouteDependencies): Handler[] {
  const { predictions, streams, respond, embed } = dependencies
  const models = createFlowModels(dependencies)

  return [
    handle(listModels, async ({ asker }) => ({
      object: 'list' as const,
      data: [...(await models.listed(asker)).map(listedModel), ...(namesAny(asker) ? [embeddingModel] : [])],
    })),

    handle(getModel, async ({ params: { model }, asker, request }) => {
      if (model === BUILT_IN_EMBEDDINGS && namesAny(asker)) return describedEmbeddingModel
      const flow = await models.find(model, asker)
      if (!flow) throw unknownModel(model)
      checkKey(flow, asker, request.admission?.noteWrongKey)
      return describeModel(flow, dependencies)
    }),

    handle(createCompletion, async ({ body, asker, request, reply }) => {
      const listener = { asker, request, reply }
      const flow = await models.enter(body.model, listener)
      const question = toQuestion(body, asker)
      if (body.stream) streams.expectRoom(reply)
      const runs: AnswerHandle[] = []
      for (let index = 0; index < (body.n ?? 1); index += 1) {
        // Each answer is a run of its own, and counts as one.
        if (index > 0) await dependencies.limiter.count(flow, request.ip)
        runs.push(await predictions.start({ flow, ...question, asker }))
      }
      const head = { id: `chatcmpl-${newId()}`, model: body.model, createdSeconds: seconds(Date.now()) }
      if (!body.stream) return answerWhole(runs, head, listener)
      return streamCompletion(runs, head, { body, streams, ...listener })
    }),

    handle(createEmbeddings, ({ body, asker, reply }) => embed(body, { asker, reply })),

    handle(createResponse, async (call) => respond(await models.enter(call.body.model, call), call)),
  ]
}

interface Streaming extends Listener {
  body: CompletionBody
  streams: EventStreams
}

function streamCompletion(runs: readonly AnswerHandle[], head: CompletionHead, options: Streaming) {
  const includesUsage = options.body.stream_options?.include_usage ?? false
  const [only] = runs
  if (only && runs.length === 1)
    return streamRun(only, endingFrames(only, head, { ...options, includesUsage }), options)
  return streamSeveral(runs, head, { ...options, includesUsage })
}

function endingFrames(
  run: AnswerHandle,
  head: CompletionHead,
  { asker, includesUsage }: Pick<Listener, 'asker'> & { includesUsage: boolean },
): ProtocolFrames {
  const writer = createCompletionFrames(head, { asker, last: ignoredOverrides(run.job) })
  return {
    frames(event, seq) {
      const frames = writer.frames(event, seq)
      if (event.type !== 'run-end') return frames
      const isWhole = event.status === 'done' || event.status === 'waiting'
      return frames + endFrames(head, writer.usage, includesUsage && isWhole)
    },
  }
}

/** Several answers side by side in one stream, told apart by their index. */
function streamSeveral(
  runs: readonly AnswerHandle[],
  head: CompletionHead,
  { asker, reply, streams, includesUsage }: Streaming & { includesUsage: boolean },
) {
  const stream = streams.open(reply)
  let open = runs.length
  let total: TokenUsage | undefined
  const leaves = runs.map((run, index) => {
    const writer = createCompletionFrames(head, { asker, index, last: ignoredOverrides(run.job) })
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      if (writer.usage) total = addUsage(total, writer.usage)
      open -= 1
      if (open > 0) return
      stream.write(endFrames(head, total, includesUsage))
      stream.end()
    }
    const leave = run.read((event, seq) => {
      stream.write(writer.frames(event, seq))
      if (event.type === 'run-end') end()
      return stream.room
    })
    run.outcome.then(leave, end)
    return leave
  })
  stream.onGone(() => {
    for (const leave of leaves) leave()
  })
  return reply
}

async function answerWhole(runs: readonly AnswerHandle[], head: CompletionHead, listener: Listener): Promise<object> {
  const outcomes = await Promise.all(runs.map((run) => wholeRun(run, listener)))
  let usage: TokenUsage | undefined
  for (const outcome of outcomes) if (outcome.usage) usage = addUsage(usage, outcome.usage)
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.createdSeconds,
    model: head.model,
    choices: outcomes.map(choiceOf),
    usage: toUsage(usage),
    ...(runs[0] && ignoredOverrides(runs[0].job)),
  }
}
