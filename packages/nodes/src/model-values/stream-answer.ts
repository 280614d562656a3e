import type { AnswerEvent, ChatModel, ModelRequest, Run } from '@chatwright/core'
import { tokenOf } from './join-texts.ts'

/** Streams a model's answer to the person, and returns its whole text. */
export async function* streamAnswer(
  model: ChatModel,
  request: ModelRequest,
  run: Run,
): AsyncGenerator<AnswerEvent, string, undefined> {
  let text = ''
  let thinkingSince: number | undefined
  for await (const event of model.stream(request, run)) {
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
