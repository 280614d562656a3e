import type { ChatModel, Message, Run } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { conversationText } from '../model-values/message-text.ts'
import { parseTemplate } from '../prompts/template.ts'

export const defaultRephrasePrompt = `Given a conversation and a follow-up question, write the question so that it can be understood without the conversation. Keep its language. Answer with the question alone.

Conversation:
{chat_history}

Follow-up question: {question}
Question on its own:`

/** A question that refers back ("and the second one?") finds nothing in a store; this one can. */
export async function standaloneQuestion(
  {
    model,
    question,
    history,
    prompt,
  }: { model: ChatModel; question: string; history: readonly Message[]; prompt: string },
  run: Run,
): Promise<string> {
  if (history.length === 0 || model.quotesOnly) return question
  const content = parseTemplate(prompt).render({ chat_history: conversationText(history), question })
  const rephrased = await complete(model, { messages: [{ role: 'user', content }] }, run)
  return rephrased.trim() || question
}
