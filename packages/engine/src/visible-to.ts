import type { ChatModel, ModelRequest } from '@chatwright/core'

/**
 * A request as a model can take it: pictures that stand in a conversation since an earlier question are left out for one
 * that cannot see. About those of the question itself, the node that asks has spoken already.
 */
export function visibleTo(model: ChatModel, request: ModelRequest): ModelRequest {
  if (model.canSeeImages || request.messages.every(({ content }) => typeof content === 'string')) return request
  return {
    ...request,
    messages: request.messages.map((message) =>
      typeof message.content === 'string'
        ? message
        : {
            ...message,
            content: message.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n'),
          },
    ),
  }
}
