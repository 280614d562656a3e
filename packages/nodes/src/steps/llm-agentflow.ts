import { defineNode, type FlowStep, type StepResult } from '@chatwright/core'
import { composeMessages, shownMessages, type TalkSettings } from './compose-messages.ts'
import { listModels, listRuntimeStateKeys } from './load-lists.ts'
import { countedModel, figures, hearModel, reasonContent } from './model-talk.ts'
import { saidAnswer, saidQuestion } from './said-messages.ts'
import {
  chatModel,
  enableMemory,
  memoryMaxTokens,
  memoryType,
  memoryWindowSize,
  outOfMemory,
  returnResponseAs,
  stateUpdate,
  structuredOutput,
  userMessageInput,
  writtenMessages,
} from './step-inputs.ts'
import { completeStructured, outputSchema } from './structured-output.ts'

export default defineNode({
  name: 'llmAgentflow',
  label: 'LLM',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Calls a language model once and returns its answer.',
  icon: 'step-llm.svg',
  keywords: ['model', 'chatgpt', 'gpt', 'prompt', 'chat'],
  color: '#64B5F6',
  baseClasses: ['LLM'],
  traits: { step: { updatesState: 'llmUpdateState' } },
  inputs: {
    llmModel: chatModel(),
    llmMessages: writtenMessages(),
    llmEnableMemory: enableMemory(),
    llmMemoryType: memoryType({ llmEnableMemory: true }),
    llmMemoryWindowSize: memoryWindowSize({ llmMemoryType: 'windowSize' }),
    llmMemoryMaxTokenLimit: memoryMaxTokens({ llmMemoryType: 'conversationSummaryBuffer' }),
    llmUserMessage: userMessageInput({ llmEnableMemory: true }),
    llmReturnResponseAs: returnResponseAs(),
    llmOutOfMemory: outOfMemory(),
    llmStructuredOutput: structuredOutput('llmStructuredOutput'),
    llmUpdateState: stateUpdate(),
  },
  example: { llmModel: 'builtInAnswerer' },
  build({ inputs, node, context }): FlowStep {
    const isOn = inputs.llmEnableMemory
    const talk: Omit<TalkSettings, 'model'> = {
      node,
      context,
      messages: inputs.llmMessages,
      memory: {
        isOn,
        type: inputs.llmMemoryType,
        windowSize: inputs.llmMemoryWindowSize,
        maxTokens: inputs.llmMemoryMaxTokenLimit,
      },
      userMessage: isOn ? inputs.llmUserMessage : undefined,
    }
    const schema = outputSchema(inputs.llmStructuredOutput)
    return {
      kind: 'step',
      effect: 'asks',
      async run(turn, run): Promise<StepResult> {
        const began = run.now()
        const { model, usage } = countedModel(inputs.llmModel)
        const messages = await composeMessages({ ...talk, model }, turn, run)
        const answered = schema
          ? structuredAnswer(await completeStructured({ model, schema, messages }, run))
          : plainAnswer(await hearModel(model, { messages }, { turn, run }))
        if (schema) turn.say({ type: 'token', text: answered.content })
        const returnAs = inputs.llmReturnResponseAs
        return {
          input: { messages: shownMessages(messages), model: model.modelName, memory: talk.memory, returnAs },
          output: { ...answered, ...figures(began, run.now(), usage()) },
          said: inputs.llmOutOfMemory
            ? []
            : [...saidQuestion(turn, run), saidAnswer(answered.content, { label: node.label, returnAs })],
        }
      },
    }
  },
  load: { listModels, listRuntimeStateKeys },
})

interface Answered extends Record<string, unknown> {
  content: string
}

function plainAnswer(reply: Awaited<ReturnType<typeof hearModel>>): Answered {
  return { content: reply.text, ...reasonContent(reply) }
}

/** Each value can be referred to by its key; together they are the answer, unless one is called so. */
function structuredAnswer(values: Record<string, unknown>): Answered {
  const { content = values } = values
  return { ...values, content: typeof content === 'string' ? content : JSON.stringify(content, null, 2) }
}
