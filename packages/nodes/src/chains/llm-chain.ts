import {
  anchor,
  defineNode,
  NodeError,
  string,
  type AnswerEvent,
  type ChatModel,
  type Message,
  type OutputParser,
  type Prompt,
  type Run,
  type Turn,
} from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { messageText } from '../model-values/message-text.ts'
import { streamAnswer } from '../model-values/stream-answer.ts'
import { userMessage } from '../model-values/user-message.ts'
import { inputModeration, moderatedChat, refusalOf } from './moderation.ts'
import { completeParsed } from './parsed-answer.ts'
import { promptVariables } from './prompt-variables.ts'

export default defineNode({
  name: 'llmChain',
  label: 'LLM Chain',
  version: 3,
  category: 'Chains',
  description: "Fills in a prompt and sends it to a model. The result is the flow's answer or another node's input.",
  icon: 'chain.svg',
  keywords: ['llm chain'],
  baseClasses: ['LLMChain', 'BaseChain', 'Runnable'],
  traits: { answers: ['llmChain'], usesRequest: ['outputPrediction'] },
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    prompt: anchor('BasePromptTemplate', { label: 'Prompt' }),
    outputParser: anchor('BaseLLMOutputParser', {
      label: 'Output parser',
      optional: true,
      description: 'Turns the answer into structured data.',
    }),
    inputModeration,
    chainName: string({
      destination: false,
      label: 'Chain name',
      description: 'A name shown in traces.',
      optional: true,
      placeholder: 'Name your chain',
    }),
  },
  outputs: {
    llmChain: {
      label: 'LLM Chain',
      baseClasses: ['LLMChain', 'BaseChain', 'Runnable'],
      description: 'Ends the flow with the answer, or offers the chain as a tool.',
    },
    outputPrediction: {
      label: 'Output prediction',
      baseClasses: ['string', 'json'],
      description: 'Passes the answer to another node.',
    },
  },
  async build({ inputs, output, request }) {
    const chain: Chain = inputs
    if (output !== 'outputPrediction') {
      return moderatedChat(chain.inputModeration, (turn, run) => answer(chain, turn, run))
    }
    if (!request) throw new NodeError("This chain's output needs a question.", { code: 'missing-input' })
    return predict(chain, request.question, request.run)
  },
})

interface Chain {
  model: ChatModel
  prompt: Prompt
  outputParser: OutputParser | undefined
  inputModeration: Parameters<typeof refusalOf>[0]
}

async function* answer(chain: Chain, turn: Turn, run: Run): AsyncGenerator<AnswerEvent, void, undefined> {
  const { model, outputParser } = chain
  const messages = withAttachments(await promptMessages(chain, turn.question), turn, model)
  if (outputParser) yield { type: 'json', value: await completeParsed({ model, parser: outputParser, messages }, run) }
  else yield* streamAnswer(model, { messages }, run)
}

async function predict(chain: Chain, question: string, run: Run): Promise<unknown> {
  const refusal = await refusalOf(chain.inputModeration, question, run)
  if (refusal !== undefined) return refusal
  const { model, outputParser } = chain
  const messages = await promptMessages(chain, question)
  return outputParser
    ? completeParsed({ model, parser: outputParser, messages }, run)
    : complete(model, { messages }, run)
}

async function promptMessages({ prompt, outputParser }: Chain, question: string): Promise<Message[]> {
  if (!outputParser) return prompt.format(promptVariables(prompt, question))
  const known = { format_instructions: outputParser.instructions }
  const messages = await prompt.format(promptVariables(prompt, question, known))
  if (prompt.variables.includes('format_instructions')) return messages
  return messages.map((message, index) =>
    index === messages.length - 1
      ? { ...message, content: `${messageText(message.content)}\n\n${outputParser.instructions}` }
      : message,
  )
}

function withAttachments(messages: Message[], turn: Turn, model: ChatModel): Message[] {
  if (!turn.attachments?.length) return messages
  const last = messages.findLastIndex((message) => message.role === 'user')
  return messages.map((message, index) =>
    index === last ? userMessage(messageText(message.content), turn, model) : message,
  )
}
