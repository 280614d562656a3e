import { NodeError, type ChatModel } from '@chatwright/core'

/** Some ways to search need a model that can write. */
export function checkCanWrite(model: ChatModel): ChatModel {
  if (!model.quotesOnly) return model
  throw new NodeError("This retriever needs a language model. The built-in answerer isn't one.", {
    code: 'unsupported',
    field: 'model',
    hint: 'Connect a chat model, or search the vector store directly.',
  })
}
