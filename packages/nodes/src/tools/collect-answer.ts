import type { Chat, Document, Run } from '@chatwright/core'

/** Asks a chain or agent and waits for its whole answer. */
export async function collectAnswer(
  chat: Chat,
  question: string,
  run: Run,
): Promise<{ text: string; sourceDocuments: Document[] }> {
  let text = ''
  const sourceDocuments: Document[] = []
  for await (const event of chat.answer({ question }, run)) {
    if (event.type === 'token') text += event.text
    if (event.type === 'json') text = JSON.stringify(event.value)
    if (event.type === 'source-documents') sourceDocuments.push(...event.documents)
  }
  return { text, sourceDocuments }
}
