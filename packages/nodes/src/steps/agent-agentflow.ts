import {
  addUsage,
  array,
  asyncOptions,
  boolean,
  component,
  defineNode,
  json,
  multiOptions,
  number,
  string,
  type AnswerEvent,
  type FlowStep,
  type StepResult,
  type StepTurn,
  type Tool,
} from '@chatwright/core'
import { runTools, type AgentAnswer } from '../agents/run-tools.ts'
import { withTextTools } from '../agents/with-text-tools.ts'
import { withoutCaller } from '../model-values/for-caller.ts'
import { keepDrawn } from '../tools/keep-pictures.ts'
import { keptCalls } from './agent-calls.ts'
import { listStores } from '../knowledge/list-stores.ts'
import { openTools, withVendorTools } from './agent-tools.ts'
import { composeMessages, shownMessages, type TalkSettings } from './compose-messages.ts'
import { listEmbeddings, listModels, listRuntimeStateKeys, listTools, listVectorStores } from './load-lists.ts'
import { countedModel, figures, heard, reasonContent, type CountedModel } from './model-talk.ts'
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
import { whoDecides } from './who-decides.ts'
import { completeStructured, outputSchema } from './structured-output.ts'

const LIMIT = 'Max Iterations'

const vendorTools = (vendor: string, model: string, names: readonly string[]) =>
  multiOptions({
    destination: true,
    label: `${vendor} Built-in Tools`,
    options: names.map((name) => ({ label: name, name })),
    optional: true,
    show: { agentModel: model },
  })

const approvalText = (label: string, placeholder: string) =>
  string({
    destination: false,
    label,
    description: 'The message shown when a tool needs approval.',
    placeholder,
    optional: true,
    additional: true,
  })

const storeRow = {
  returnSourceDocuments: boolean({
    label: 'Return Source Documents',
    description: 'Show the documents below the answer.',
    optional: true,
  }),
}

export default defineNode({
  name: 'agentAgentflow',
  label: 'Agent',
  version: 3.2,
  category: 'Agent Flows',
  description: 'Lets a language model use tools and knowledge until it can answer.',
  icon: 'step-agent.svg',
  keywords: ['assistant', 'tools', 'function calling'],
  color: '#4DD0E1',
  baseClasses: ['Agent'],
  traits: { step: { updatesState: 'agentUpdateState' } },
  inputs: {
    agentModel: chatModel(),
    agentMessages: writtenMessages(),
    agentToolsBuiltInOpenAI: vendorTools('OpenAI', 'chatOpenAI', [
      'web_search_preview',
      'code_interpreter',
      'image_generation',
    ]),
    agentToolsBuiltInGemini: vendorTools('Gemini', 'chatGoogleGenerativeAI', [
      'urlContext',
      'googleSearch',
      'codeExecution',
    ]),
    agentToolsBuiltInAnthropic: vendorTools('Anthropic', 'chatAnthropic', [
      'web_search_20250305',
      'web_fetch_20250910',
    ]),
    agentTools: array(
      {
        agentSelectedTool: component('Tool', 'listTools', { label: 'Tool', optional: true }),
        agentSelectedToolRequiresHumanInput: boolean({
          label: 'Require Human Input',
          description: 'Ask for approval before this tool is used.',
          optional: true,
        }),
        agentSelectedToolDecider: whoDecides({
          over: 'agentSelectedTool',
          show: { 'agentTools[$index].agentSelectedToolRequiresHumanInput': true },
        }),
      },
      { destination: true, matters: 3, label: 'Tools', description: 'The tools the agent may use.', optional: true },
    ),
    agentApproveText: approvalText('Approve Button', 'Proceed'),
    agentRejectText: approvalText('Reject Button', 'Reject'),
    agentKnowledgeDocumentStores: array(
      {
        documentStore: asyncOptions('listStores', { label: 'Document Store', optional: true }),
        docStoreDescription: string({
          label: 'Describe Knowledge',
          description: 'Describes the contents, so the agent knows when to search here.',
          rows: 4,
          optional: true,
        }),
        docStoreTopK: number({
          label: 'Top K',
          description: 'The maximum number of chunks per search.',
          min: 1,
          max: 100,
          step: 1,
          optional: true,
        }),
        docStoreFilter: json({
          label: 'Metadata Filter',
          description: 'Find only chunks with this metadata.',
          optional: true,
          acceptVariable: true,
        }),
        ...storeRow,
      },
      {
        destination: true,
        label: 'Knowledge (Document Stores)',
        description: 'Knowledge bases the agent may search.',
        optional: true,
      },
    ),
    agentKnowledgeVSEmbeddings: array(
      {
        vectorStore: component('VectorStore', 'listVectorStores', {
          label: 'Vector Store',
          connects: { embeddings: 'embeddingModel' },
          optional: true,
        }),
        embeddingModel: component('Embeddings', 'listEmbeddings', {
          label: 'Embedding Model',
          description: 'The embedding model the documents were loaded with.',
          optional: true,
        }),
        knowledgeName: string({
          label: 'Knowledge Name',
          description: 'A short name for the vector store.',
          placeholder: 'Handbook',
          optional: true,
        }),
        knowledgeDescription: string({
          label: 'Describe Knowledge',
          description: 'Describes the contents, so the agent knows when to search here.',
          rows: 4,
          optional: true,
        }),
        ...storeRow,
      },
      {
        destination: true,
        label: 'Knowledge (Vector Embeddings)',
        description: 'Vector stores the agent may search.',
        optional: true,
      },
    ),
    agentEnableMemory: enableMemory(),
    agentMemoryType: memoryType({ agentEnableMemory: true }),
    agentMemoryWindowSize: memoryWindowSize({ agentMemoryType: 'windowSize' }),
    agentMemoryMaxTokenLimit: memoryMaxTokens({ agentMemoryType: 'conversationSummaryBuffer' }),
    agentUserMessage: userMessageInput(),
    agentReturnResponseAs: returnResponseAs(),
    agentOutOfMemory: outOfMemory(),
    agentStructuredOutput: structuredOutput('agentStructuredOutput'),
    agentMaxIterations: number({
      destination: false,
      label: LIMIT,
      description: 'The maximum number of tool calls before the agent must answer.',
      default: 25,
      min: 1,
      max: 1000,
      step: 1,
      optional: true,
      additional: true,
    }),
    agentUpdateState: stateUpdate(),
  },
  example: { agentModel: 'builtInAnswerer' },
  build({ inputs, node, context }): FlowStep {
    const talk: Omit<TalkSettings, 'model'> = {
      node,
      context,
      messages: inputs.agentMessages,
      memory: {
        isOn: inputs.agentEnableMemory,
        type: inputs.agentMemoryType,
        windowSize: inputs.agentMemoryWindowSize,
        maxTokens: inputs.agentMemoryMaxTokenLimit,
      },
      userMessage: inputs.agentUserMessage,
    }
    const schema = outputSchema(inputs.agentStructuredOutput)
    const plain = inputs.agentModel
    const equipped = withVendorTools(plain, {
      agentToolsBuiltInOpenAI: inputs.agentToolsBuiltInOpenAI,
      agentToolsBuiltInGemini: inputs.agentToolsBuiltInGemini,
      agentToolsBuiltInAnthropic: inputs.agentToolsBuiltInAnthropic,
    })
    const model = equipped.canCallTools ? equipped : withTextTools(equipped)
    return {
      kind: 'step',
      effect: 'asks',
      async run(turn, run): Promise<StepResult> {
        const began = run.now()
        const beside = countedModel(plain)
        const { tools, guarded } = await openTools(
          inputs.agentTools,
          {
            vectorStores: inputs.agentKnowledgeVSEmbeddings,
            documentStores: inputs.agentKnowledgeDocumentStores,
          },
          { run, context },
        )
        const messages = await composeMessages({ ...talk, model: beside.model }, turn, run)
        const speaking = schema ? withoutWords(turn) : turn
        const answer = await heard(
          runTools(
            {
              model,
              tools,
              messages,
              maxSteps: inputs.agentMaxIterations,
              limitLabel: LIMIT,
              keepDrawn: (pictures, inner) => keepDrawn(pictures, context.files, inner),
              calls: keptCalls({
                turn: speaking,
                modelName: model.modelName,
                tools,
                guarded,
                words: { approve: inputs.agentApproveText, reject: inputs.agentRejectText },
              }),
            },
            turn.speaks ? run : withoutCaller(run),
          ),
          speaking,
        )
        const shaped = schema && !answer.isHandedBack && (await reshaped(answer, { schema, beside, turn }))
        if (shaped) turn.say({ type: 'token', text: shaped.content })
        const content = shaped ? shaped.content : answer.lastText
        const returnAs = inputs.agentReturnResponseAs
        return {
          input: { messages: shownMessages(answer.messages), model: model.modelName, memory: talk.memory, returnAs },
          output: {
            ...(shaped || { content }),
            ...findings(answer, tools),
            ...figures(began, run.now(), usageOf(answer, beside)),
          },
          said: inputs.agentOutOfMemory
            ? []
            : [...saidQuestion(turn, run), saidAnswer(content, { label: node.label, returnAs })],
        }
      },
    }
  },
  load: { listModels, listTools, listStores, listVectorStores, listEmbeddings, listRuntimeStateKeys },
})

/** The answer is the shape that comes last: words on the way there are not part of it. */
function withoutWords(turn: StepTurn): StepTurn {
  const say = (event: AnswerEvent): void => {
    if (event.type !== 'token') turn.say(event)
  }
  return Object.create(turn, { say: { value: say } }) as StepTurn
}

interface Reshaping {
  schema: NonNullable<ReturnType<typeof outputSchema>>
  beside: CountedModel
  turn: StepTurn
}

/** The answer once more, in the shape that was asked for. */
async function reshaped(
  { lastText }: AgentAnswer,
  { schema, beside, turn }: Reshaping,
): Promise<Record<string, unknown> & { content: string }> {
  const content = `Put this answer into the shape you are told. Add nothing to it.\n\n${lastText}`
  const values = await turn.once('structured', { label: 'Structured output', effect: 'asks' }, (run) =>
    completeStructured({ model: beside.model, schema, messages: [{ role: 'user', content }] }, run),
  )
  return { ...values, content: `\`\`\`json\n${JSON.stringify(values, null, 2)}\n\`\`\`` }
}

function findings(answer: AgentAnswer, tools: readonly Tool[]): Record<string, unknown> {
  const { used, documents, artifacts } = answer
  return {
    ...reasonContent(answer),
    ...(used.length > 0 && { usedTools: used }),
    ...(documents.length > 0 && { sourceDocuments: documents }),
    ...(artifacts.length > 0 && { artifacts }),
    ...(tools.length > 0 && {
      availableTools: tools.map(({ name, description, parameters }) => ({ name, description, schema: parameters })),
    }),
  }
}

function usageOf({ usage }: AgentAnswer, beside: CountedModel) {
  const more = beside.usage()
  return more ? addUsage(usage, more) : usage
}
