import type { ChatModel, Run } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'

export interface Route {
  name: string
  description: string
}

/** Lets the model pick what fits a question; nothing when none does. */
export async function chooseRoute<Choice extends Route>(
  { model, question, routes }: { model: ChatModel; question: string; routes: readonly Choice[] },
  run: Run,
): Promise<Choice | undefined> {
  const content = `Which of these fits the question best? Answer with its name alone, exactly as written, or with NONE.

${routes.map(({ name, description }) => `${name}: ${description}`).join('\n')}

Question: ${question}`
  const answer = (await complete(model, { messages: [{ role: 'user', content }] }, run)).trim().toLowerCase()
  const byLength = routes.toSorted((a, b) => b.name.length - a.name.length)
  // Models wrap the name in a sentence or quotes; the longest name found is the one that is meant.
  return (
    byLength.find(({ name }) => answer === name.toLowerCase()) ??
    byLength.find(({ name }) => answer.includes(name.toLowerCase()))
  )
}
