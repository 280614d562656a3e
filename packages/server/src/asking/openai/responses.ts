import { AppError, type ResponseBody } from '@chatwright/contract'
import { outcomeOf, type Asker, type Message } from '@chatwright/core'
import type { FastifyReply } from 'fastify'
import { newId } from '../../ground/db/new-id.ts'
import type { EventStreams } from '../../door/http/event-stream.ts'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import { createMacs } from '../../parts/credentials/macs.ts'
import type { ReadKeys } from '../../parts/credentials/secret-box.ts'
import { readQuestion } from '../../runs/runs/kinds/index.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { ignoredOverrides } from '../predictions/answer.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { seconds, streamRun, wholeRun, type Listener } from '../protocols/answer-run.ts'
import { createResponseFrames, endOf, outputOf, responseObject, type ResponseHead } from './response-frames.ts'
import { toQuestion } from './response-request.ts'

export type AnswerResponse = (flow: FlowHead, call: Listener & { body: ResponseBody }) => Promise<object>

interface ResponseDependencies {
  predictions: Pick<PredictionService, 'start'>
  runs: Pick<RunStore, 'find' | 'events'>
  streams: EventStreams
  readKeys: ReadKeys
}

/** Responses: a conversation is continued by the id of its last answer, which opens nothing that its reader has not seen. */
export function createResponses({ predictions, runs, streams, readKeys }: ResponseDependencies): AnswerResponse {
  const macs = createMacs(readKeys, 'response ids')

  /** The conversation up to the end of a response, and the chat it belongs to. */
  const before = async (flow: FlowHead, id: string): Promise<{ messages: Message[]; chatId: string }> => {
    const [, runId = '', mac = ''] = /^resp_([\w-]{1,64})\.([\w-]{22})$/.exec(id) ?? []
    const row = macs.fits(runId, mac) ? await runs.find(runId) : undefined
    if (!row) throw unknownResponse(id)
    const asked = readQuestion(row.request)
    if (asked.flowId !== flow.id) throw unknownResponse(id)
    const { text, callerCalls } = outcomeOf(await runs.events(runId))
    const answer: Message = {
      role: 'assistant',
      content: text.trim() === '' ? '' : text,
      ...(callerCalls && { toolCalls: callerCalls }),
    }
    const question: Message = { role: 'user', content: asked.question }
    return {
      messages: [...asked.history, question, ...(asked.caller?.since ?? []), answer],
      chatId: asked.session.chatId,
    }
  }

  return async (flow, { body, asker, request, reply }) => {
    const { previous_response_id: previous } = body
    const earlier = previous ? await before(flow, previous) : undefined
    const question = toQuestion(body, { asker, before: earlier?.messages ?? [] })
    if (body.stream) streams.expectRoom(reply)
    const chat = earlier && { chatId: earlier.chatId }
    const run = await predictions.start({ flow, asker, ...question, body: { ...question.body, ...chat } })
    const isStored = body.store !== false
    const head: ResponseHead = {
      // One that isn't to be continued carries no mark.
      id: isStored ? `resp_${run.job.runId}.${macs.of(run.job.runId)}` : `resp_${newId()}`,
      model: body.model,
      createdSeconds: seconds(Date.now()),
      echoed: { ...echoOf(body), store: isStored, ...ignoredOverrides(run.job) },
    }
    if (body.stream) return streamRun(run, createResponseFrames(head, { asker }), { streams, asker, request, reply })
    return wholeResponse(run, head, { asker, reply })
  }
}

async function wholeResponse(
  run: Parameters<typeof wholeRun>[0],
  head: ResponseHead,
  listener: { asker: Asker; reply: FastifyReply },
): Promise<object> {
  const outcome = await wholeRun(run, listener)
  const output = outputOf(head, outcome)
  return responseObject(head, { ...endOf(outcome), output, usage: outcome.usage })
}

function unknownResponse(id: string): AppError {
  const message = `previous_response_id: there is no stored response "${id.slice(0, 100)}" of this model`
  return new AppError('invalid-request', { issues: [{ path: 'body.previous_response_id', message }] }, { message })
}

function echoOf(body: ResponseBody): object {
  return {
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    previous_response_id: body.previous_response_id ?? null,
    reasoning: { effort: null, summary: null },
    temperature: body.temperature ?? null,
    text: { format: body.text?.format ?? { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? null,
    user: body.user ?? null,
  }
}
