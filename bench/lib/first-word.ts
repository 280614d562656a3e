import { documentFlow } from './document-flow.ts'
import { call, storeFlow } from './store-flow.ts'

const QUESTION = JSON.stringify({ question: 'How warm may the greenhouse get?', streaming: true })

export interface FirstWord {
  /** Storing the file, the flow and its passages. */
  loadingMs: number
  /** From the question to the first streamed word. */
  firstTokenMs: number
  /** The same for the second question. */
  laterTokenMs: number
}

/** Does what the first door of the first page does: stores a document, draws a flow around it, and asks. */
export async function waitForFirstWord(serverUrl: string): Promise<FirstWord> {
  const startedAt = performance.now()
  const flowId = await storeFlow(serverUrl, await documentFlow(serverUrl))
  await call(serverUrl, 'POST', `/vector/internal-upsert/${flowId}`, {})
  const loadingMs = performance.now() - startedAt
  const address = `${serverUrl}/api/v1/internal-prediction/${flowId}`
  const firstTokenMs = await askStreaming(address)
  return { loadingMs, firstTokenMs, laterTokenMs: await askStreaming(address) }
}

async function askStreaming(url: string): Promise<number> {
  const askedAt = performance.now()
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: QUESTION })
  let firstTokenMs: number | undefined
  let text = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (text.includes('"event":"token"')) firstTokenMs ??= performance.now() - askedAt
  }
  // Words arrive in pieces of their own; a number is one of them.
  if (!text.includes('27')) throw new Error(`Not an answer from the document: ${text.slice(0, 300)}`)
  if (firstTokenMs === undefined) throw new Error(`No word came: ${text.slice(0, 300)}`)
  return firstTokenMs
}
