import { anchor, defineNode, type Chat, type Message } from '@chatwright/core'
import { streamAnswer } from '../model-values/stream-answer.ts'
import type { PromptRetriever } from '../retrievers/prompt-retriever.ts'
import { chooseRoute } from './choose-route.ts'
import { inputModeration, moderatedChat } from './moderation.ts'

export default defineNode({
  name: 'multiPromptChain',
  label: 'Multi Prompt Chain',
  version: 2,
  category: 'Chains',
  description: 'Picks the best prompt for each question and answers with it.',
  icon: 'router-chain.svg',
  baseClasses: ['MultiPromptChain', 'MultiRouteChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    promptRetriever: anchor('PromptRetriever', { label: 'Prompts', list: true }),
    inputModeration,
  },
  build({ inputs }): Chat {
    const { model } = inputs
    const routes = inputs.promptRetriever as PromptRetriever[]
    return moderatedChat(inputs.inputModeration, async function* ({ question }, run) {
      const route = await chooseRoute({ model, question, routes }, run)
      const messages: Message[] = [
        ...(route ? [{ role: 'system' as const, content: route.systemMessage }] : []),
        { role: 'user', content: question },
      ]
      yield* streamAnswer(model, { messages }, run)
    })
  },
})
