import { NodeError, type ChatModel } from '@chatwright/core'

/** Some steps need a model that writes and judges, and there must be one. */
export function checkCanWrite(model: ChatModel | undefined): ChatModel {
  if (model && !model.quotesOnly) return model
  throw new NodeError(
    model ? "This step needs a language model. The built-in answerer isn't one." : 'This step has no model.',
    { code: model ? 'unsupported' : 'missing-input', hint: 'Open the step and choose a chat model.' },
  )
}
