import {
  laterUsage,
  type AnswerEvent,
  type Chat,
  type ChatModel,
  type ModelEvent,
  type ModelRequest,
  type Run,
  type TokenUsage,
  type Turn,
} from '@chatwright/core'
import { startCall } from './call.ts'
import { clip, CLIP_LENGTH, clipMessages } from './clip.ts'
import type { NodeTag } from './fault.ts'
import { countUsage } from './meter.ts'

export async function* traceModel(
  model: ChatModel,
  node: NodeTag,
  { request, run }: { request: ModelRequest; run: Run },
): AsyncIterable<ModelEvent> {
  const call = startCall(node, run, clipMessages(request.messages))
  let output = ''
  let usage: TokenUsage | undefined
  try {
    for await (const event of model.stream(request, call.run)) {
      if (event.type === 'text') {
        if (output.length < CLIP_LENGTH) output += event.text
      } else if (event.type === 'tool-call') {
        output += `→ ${event.call.name}(${JSON.stringify(event.call.input)})\n`
      } else if (event.type === 'usage') usage = laterUsage(usage, event.usage)
      yield event
    }
  } catch (error) {
    throw call.fail(error)
  } finally {
    // Also reached when the caller stops reading: what was used until then still counts.
    if (usage) countUsage(run, usage)
    call.end(clip(output), usage)
  }
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
    call.end(clip(output), usage)
  }
}
