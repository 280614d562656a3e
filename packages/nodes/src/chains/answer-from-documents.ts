import type { AnswerEvent, ChatModel, Document, Message, Run } from '@chatwright/core'
import { mapLimited } from '../http/map-limited.ts'
import { complete } from '../model-values/complete.ts'
import { streamAnswer } from '../model-values/stream-answer.ts'
import { parseTemplate } from '../prompts/template.ts'

/** All documents at once, each on its own and then together, or one after the other improving the answer. */
export type Reading = 'stuff' | 'map_reduce' | 'refine'

export interface DocumentQuestion {
  model: ChatModel
  question: string
  documents: readonly Document[]
  history?: readonly Message[]
  /** What the model is told; `{context}` is where the documents go, at the end when it is not there. */
  instructions?: string | undefined
  reading?: Reading | undefined
  /** The person's message as it is sent, when it is more than the question. */
  userMessage?: Message
}

export const defaultInstructions = `Answer the question from the context below. When the answer is not in the context, say that you do not know it from the documents; do not make one up.

Context:
{context}`

/** Streams an answer that rests on documents; steps before the last one stay unseen. */
export async function* answerFromDocuments(
  question: DocumentQuestion,
  run: Run,
): AsyncGenerator<AnswerEvent, string, undefined> {
  const { model, documents } = question
  const reading = model.quotesOnly ? 'stuff' : (question.reading ?? 'stuff')
  if (reading === 'refine' && documents.length > 1) return yield* refine(question, run)
  const texts =
    reading === 'map_reduce' && documents.length > 1
      ? await extractEach(question, run)
      : documents.map((document) => document.pageContent)
  const messages = messagesFor(question, texts.join('\n\n'))
  return yield* streamAnswer(model, { messages, context: documents }, run)
}

/** The documents an answer rests on: those it quotes, where the model can tell, else all it was given. */
export function sourcesOf({ model, question, documents }: DocumentQuestion): Document[] {
  const quoted = model.quoted?.({ messages: [{ role: 'user', content: question }], context: documents })
  return [...(quoted ?? documents)]
}

function messagesFor(asked: DocumentQuestion, context: string): Message[] {
  const { question, history = [], instructions = defaultInstructions } = asked
  const template = parseTemplate(instructions)
  const withContext = template.variables.includes('context') ? template : parseTemplate(`${instructions}\n\n{context}`)
  return [
    { role: 'system', content: withContext.render({ context, question }) },
    ...history,
    asked.userMessage ?? { role: 'user', content: question },
  ]
}

async function extractEach({ model, question, documents }: DocumentQuestion, run: Run): Promise<string[]> {
  const extracts = await mapLimited(documents, 4, ({ pageContent }) => {
    const content = `Quote what in this text helps to answer the question, word for word. Answer "nothing" when nothing does.\n\nText:\n${pageContent}\n\nQuestion: ${question}`
    return complete(model, { messages: [{ role: 'user', content }] }, run)
  })
  return extracts.filter((extract) => !/^\W*nothing\W*$/i.test(extract))
}

async function* refine(asked: DocumentQuestion, run: Run): AsyncGenerator<AnswerEvent, string, undefined> {
  const { model, question, documents } = asked
  const [first, ...rest] = documents
  let answer = await complete(model, { messages: messagesFor(asked, first?.pageContent ?? '') }, run)
  for (const [index, { pageContent }] of rest.entries()) {
    const content = `Question: ${question}\n\nThe answer so far: ${answer}\n\nImprove it with this text where the text helps; otherwise repeat it.\n\nText:\n${pageContent}`
    const request = { messages: [{ role: 'user' as const, content }] }
    if (index === rest.length - 1) return yield* streamAnswer(model, request, run)
    answer = await complete(model, request, run)
  }
  return answer
}
