import { NodeError, type ChatModel, type ContentPart, type Message, type Turn } from '@chatwright/core'

/** The person's message with what came along, when the model can see it. */
export function userMessage(text: string, turn: Pick<Turn, 'attachments'>, model: ChatModel): Message {
  const attachments = turn.attachments ?? []
  if (attachments.length === 0) return { role: 'user', content: text }
  if (!model.canSeeImages) {
    throw new NodeError(`The model ${model.modelName} can't read ${describe(attachments)}.`, {
      code: 'unsupported',
      hint: 'Turn on "Allow image uploads" in the model node and use a model that supports images.',
      field: 'allowImageUploads',
    })
  }
  return { role: 'user', content: [{ type: 'text', text }, ...attachments] }
}

function describe(attachments: readonly ContentPart[]): string {
  return attachments.some((part) => part.type === 'file') ? 'files' : 'images'
}
