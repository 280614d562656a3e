import type { ChatModel, ModelRequest, Run } from '@chatwright/core'

/** Asks a model for something the person does not see: a rephrased question, a summary, a query. */
export async function complete(model: ChatModel, request: ModelRequest, run: Run): Promise<string> {
  let text = ''
  for await (const event of model.stream(request, run)) {
    if (event.type === 'text') text += event.text
  }
  return text
}
