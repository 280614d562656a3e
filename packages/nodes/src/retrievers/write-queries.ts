import type { ChatModel, Run } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'

export const DEFAULT_QUERY_PROMPT = `Write {count} different ways to ask the question below, so that a search by meaning finds what one wording would miss.
Write one per line and nothing else.

Question: {question}`

/** The question in other words, the original first. */
export async function writeQueries(
  model: ChatModel,
  { question, count, prompt }: { question: string; count: number; prompt: string },
  run: Run,
): Promise<string[]> {
  const content = prompt
    .replaceAll(/\{(?:count|queryCount)\}/g, String(count))
    // Given as it is: in a text the signs `$&` would stand for other parts of the prompt, which a long question repeats without end.
    .replaceAll('{question}', () => question)
  const written = await complete(model, { messages: [{ role: 'user', content }] }, run)
  const lines = written
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')
        .replaceAll(/^["']|["']$/g, '')
        .trim(),
    )
    .filter((line) => line !== '' && !/^<\/?\w+>$/.test(line))
  return [...new Set([question, ...lines])].slice(0, count + 1)
}
