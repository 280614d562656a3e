import { AppError, type CompletionBody, type PredictionBody } from '@chatwright/contract'

type ChatMessage = CompletionBody['messages'][number]

/**
 * A completion request as a question: the last word of the user, with everything before it as history. Each is a chat of
 * its own: `user` names a person, the same in all their conversations, and is no secret that could open one.
 */
export function toPrediction({ messages, overrideConfig }: CompletionBody): PredictionBody {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const question = messages[last]
  if (!question) {
    const message = 'The messages contain no user message to answer'
    throw new AppError(
      'invalid-request',
      { issues: [{ path: 'body.messages', message }] },
      { message: `body.messages: ${message}` },
    )
  }
  return {
    question: textOf(question),
    history: messages.slice(0, last).map((message) => ({ role: message.role, content: textOf(message) })),
    uploads: picturesOf(question),
    ...(overrideConfig && { overrideConfig }),
  }
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content
  return (content ?? []).flatMap(({ text }) => text ?? []).join('\n')
}

function picturesOf({ content }: ChatMessage): NonNullable<PredictionBody['uploads']> {
  if (typeof content === 'string') return []
  return (content ?? []).flatMap(({ image_url: image }, index) => {
    if (!image) return []
    const isInline = image.url.startsWith('data:')
    return [{ type: isInline ? 'file' : 'url', name: `picture-${index + 1}`, mime: 'image/*', data: image.url }]
  })
}
