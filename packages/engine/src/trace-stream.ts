import {
  laterUsage,
  tokensAsked,
  tokensIn,
  type AnswerEvent,
  type Chat,
  type ChatModel,
  type ModelEvent,
  type ModelRequest,
  type NearLimit,
  type Run,
  type TokenUsage,
  type Turn,
} from '@chatwright/core'
import { startCall } from './call.ts'
import { gateOf, type GatedStream } from './calls.ts'
import { clip, CLIP_LENGTH, clipMessages } from './clip.ts'
import type { NodeTag } from './fault.ts'
import { callOf, countUsage } from './meter.ts'
import { visibleTo } from './visible-to.ts'

export async function* traceModel(
  model: ChatModel,
  node: NodeTag,
  { request, run, another }: { request: ModelRequest; run: Run; another?: AnotherModel | undefined },
): AsyncIterable<ModelEvent> {
  const call = startCall(node, run, clipMessages(request.messages))
  let output = ''
  let usage: TokenUsage | undefined
  let instead: Extract<ModelEvent, { type: 'instead' }> | undefined
  let asked: GatedStream | undefined
  const said: ModelEvent[] = []
  let heard = 0
  try {
    asked = ask(model, node, { request, run: call.run, another })
    const { events, ended } = asked
    for await (const event of events) {
      if (ended) said.push(event)
      if (event.type === 'text' || event.type === 'thinking') heard += event.text.length
      if (event.type === 'text') {
        if (output.length < CLIP_LENGTH) output += event.text
      } else if (event.type === 'tool-call') {
        const written = `${event.call.name}(${JSON.stringify(event.call.input)})`
        heard += written.length
        output += `→ ${written}\n`
      } else if (event.type === 'usage') usage = laterUsage(usage, event.usage)
      else if (event.type === 'instead') {
        instead = event
        continue
      }
      yield event
    }
  } catch (error) {
    asked?.ended?.(said, error)
    asked = undefined
    throw call.fail(error)
  } finally {
    asked?.ended?.(said)
    // Also reached when the caller stops reading: what was used until then still counts.
    if (usage) countUsage(run, usage)
    const { modelName } = model
    call.end(clip(output), {
      usage,
      estimate: usage || heard === 0 ? undefined : aboutUsed(request, heard),
      model: instead?.model ?? modelName,
      insteadOf: instead && modelName,
      limit: instead?.limit,
    })
  }
}

/** What a model that reports nothing used, told from what was sent and what came. */
function aboutUsed(request: ModelRequest, heard: number): TokenUsage {
  return { inputTokens: tokensAsked(request), outputTokens: tokensIn(heard) }
}

/** Builds a node's model once more, under another name. */
export type AnotherModel = (name: string) => Promise<ChatModel>

function ask(
  model: ChatModel,
  node: NodeTag,
  { request, run, another }: { request: ModelRequest; run: Run; another: AnotherModel | undefined },
): GatedStream {
  const gate = gateOf(run)
  const work = (): AsyncIterable<ModelEvent> => model.stream(request, run)
  if (!gate) return { events: work() }
  return gate.stream(
    {
      kind: 'model',
      method: 'stream',
      effect: 'asks',
      input: request,
      run,
      node,
      callId: callOf(run),
      model: model.modelName,
      instead: another && ((name, limit) => askAnother(another(name), limit, { request, run })),
    },
    work,
  )
}

async function* askAnother(
  made: Promise<ChatModel>,
  limit: NearLimit,
  { request, run }: { request: ModelRequest; run: Run },
): AsyncIterable<ModelEvent> {
  const model = await made
  yield { type: 'instead', model: model.modelName, limit }
  yield* model.stream(visibleTo(model, request), run)
}

export async function* traceChat(
  chat: Chat,
  node: NodeTag,
  { turn, run }: { turn: Turn; run: Run },
): AsyncIterable<AnswerEvent> {
  const call = startCall(node, run, clip(turn.question))
  let output = ''
  let usage: TokenUsage | undefined
  try {
    for await (const event of chat.answer(turn, call.run)) {
      if (event.type === 'token') {
        if (output.length < CLIP_LENGTH) output += event.text
      } else if (event.type === 'usage') usage = laterUsage(usage, event.usage)
      yield event
    }
  } catch (error) {
    throw call.fail(error)
  } finally {
    call.end(clip(output), { usage })
  }
}
