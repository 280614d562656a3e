import { createMessage } from '@chatwright/contract'
import { newId } from '../../ground/db/new-id.ts'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import { ignoredOverrides } from '../predictions/answer.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { streamRun, wholeRun } from '../protocols/answer-run.ts'
import { createFlowModels, type ModelDependencies } from '../protocols/find-model.ts'
import { createMessageFrames, messageObject } from './message-frames.ts'
import { toQuestion } from './message-request.ts'

export interface AnthropicRouteDependencies extends ModelDependencies {
  predictions: Pick<PredictionService, 'start'>
  streams: EventStreams
}

/** Every deployed flow is a model for whatever speaks Anthropic's protocol. */
export function anthropicRoutes(dependencies: AnthropicRouteDependencies): Handler[] {
  const { predictions, streams } = dependencies
  const models = createFlowModels(dependencies)
  return [
    handle(createMessage, async ({ body, asker, request, reply }) => {
      const listener = { asker, request, reply }
      const flow = await models.enter(body.model, listener)
      const question = toQuestion(body, asker)
      if (body.stream) streams.expectRoom(reply)
      const run = await predictions.start({ flow, ...question, asker })
      const head = { id: `msg_${newId()}`, model: body.model }
      if (body.stream) return streamRun(run, createMessageFrames(head, { asker }), { streams, ...listener })
      return { ...messageObject(head, await wholeRun(run, listener)), ...ignoredOverrides(run.job) }
    }),
  ]
}
