import type { AnswerEvent, ChatModel, ModelRequest, Run, ToolCall } from '@chatwright/core'
import { forCaller, withCalls } from './for-caller.ts'
import { goOn } from './go-on.ts'
import { tokenOf } from './join-texts.ts'

/** Streams a model's answer to the person, and returns its whole text, with what was said before it broke off. */
export async function* streamAnswer(
  model: ChatModel,
  request: ModelRequest,
  run: Run,
): AsyncGenerator<AnswerEvent, string, undefined> {
  let text = run.answerSoFar ?? ''
  let thinkingSince: number | undefined
  const calls: ToolCall[] = []
  const asked = forCaller(model, request, run)
  for await (const event of model.stream({ ...asked, messages: goOn(withCalls(asked.messages, run), run) }, run)) {
    if (event.type === 'text') {
      if (thinkingSince !== undefined) {
        yield { type: 'thinking', text: '', durationMs: run.now() - thinkingSince }
        thinkingSince = undefined
      }
      text += event.text
      yield tokenOf(event)
    } else if (event.type === 'thinking') {
      thinkingSince ??= run.now()
      yield event
    } else if (event.type === 'tool-call') calls.push(event.call)
    else if (event.type === 'finish' && run.caller) {
      if (event.reason === 'length' || event.reason === 'content-filter')
        yield { type: 'cut-short', reason: event.reason }
    }
  }
  if (run.caller && calls.length > 0) yield { type: 'caller-calls', calls }
  return text
}
