import type { AnswerEvent, ChatModel, ModelRequest, Run } from '@chatwright/core'
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
  for await (const event of model.stream({ ...request, messages: goOn(request.messages, run) }, run)) {
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
    }
  }
  return text
}
