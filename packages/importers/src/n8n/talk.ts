import { list, numberOf, record, text } from '../shared/values.ts'
import { chatModelOf } from '../shared/models.ts'
import { rowOf, rowsOfExample, type OutputRow } from '../shared/structured.ts'
import { policyOf, Prepared, type FlowMap, type Mapped, type Turn } from './flow-map.ts'
import { locatorValue, type N8nNode } from './read.ts'
import { fromAnswer } from './sources.ts'
import { memoryInputs, modelInputs, readLoose, readParser, rowsOfAny, readStore, readTools, servants } from './subs.ts'

/** Nodes that ask a model. */
export const TALKING = new Set([
  'agent',
  'chainLlm',
  'openAi',
  'openAiAssistant',
  'googleGemini',
  'anthropic',
  'informationExtractor',
  'chainSummarization',
  'chainRetrievalQa',
])

interface Said {
  role: string
  content: string
}

const NO_MODEL = 'Its model has no counterpart here. Choose another one.'

/** A node that asks a model, as a step. */
export function mapTalk(map: FlowMap, turn: Turn): Mapped | string {
  const { node } = turn
  switch (node.type) {
    case 'agent':
      return mapAgent(map, turn)
    case 'chainRetrievalQa':
      return mapAgent(map, turn)
    case 'chainLlm':
      return mapChain(map, turn)
    case 'informationExtractor':
      return mapExtractor(map, turn)
    case 'chainSummarization':
      return mapSummary(map, turn)
    default:
      return mapVendor(map, turn)
  }
}

function promptOf({ version, type, parameters }: N8nNode, fallback: string): unknown {
  const given = parameters['text'] ?? parameters['prompt'] ?? parameters['query']
  if (parameters['promptType'] === 'auto' || given === undefined) return fallback
  if (type === 'agent' && version >= 1.6 && parameters['promptType'] === undefined && parameters['text'] === undefined)
    return fallback
  return given
}

/** What n8n asks where nothing is written: what was said in the chat. */
function sayPrompt(node: N8nNode, prepared: Prepared, turn: Turn): string {
  const given = promptOf(node, '')
  if (given !== '') return prepared.say(given)
  return (
    turn.input.path(['chatInput']) ??
    turn.input.path(['input']) ??
    turn.input.path(['guardrailsInput']) ??
    prepared.computed('($json.chatInput ?? $json.input ?? $json.query ?? $json.text ?? "")')
  )
}

function mapAgent(map: FlowMap, turn: Turn): Mapped | string {
  const { node } = turn
  const model = modelInputs(map, node, 'agentModel')
  if (!model) return NO_MODEL
  const prepared = new Prepared(map, turn)
  const options = record(node.parameters['options'])
  const id = map.drawing.reserve('agentAgentflow')
  const prompt = sayPrompt(node, prepared, turn)
  const system = options['systemMessage'] ?? options['systemPrompt'] ?? options['systemPromptTemplate']
  const memory = memoryInputs(map, node, 'agent')
  const tools = readTools(map, node, id, prepared)
  const parser = readParser(map, node)
  const knowledge = [...tools.knowledge]
  if (node.type === 'chainRetrievalQa') {
    const found = readRetriever(map, node, id)
    if (found === undefined) return 'What it searches has no counterpart here.'
    knowledge.push(found)
  }
  const messages: Said[] = system === undefined ? [] : [{ role: 'system', content: prepared.say(system) }]
  // With a memory, the question is part of the conversation already.
  const isQuestion = memory.isOn && prompt === '{{question}}'
  if (!memory.isOn) messages.push({ role: 'user', content: prompt })
  if (prepared.isBroken) return BROKEN
  const { ways, ids } = prepared.finish()
  map.drawing.add({
    node: 'agentAgentflow',
    id,
    label: node.name,
    container: turn.scope.container,
    inputs: {
      ...model.values,
      agentMessages: messages,
      ...memory.values,
      ...(memory.isOn && !isQuestion && { agentUserMessage: prompt }),
      ...(tools.tools.length > 0 && { agentTools: tools.tools }),
      ...(knowledge.length > 0 && { agentKnowledgeVSEmbeddings: knowledge }),
      ...(parser && parser.rows.length > 0 && { agentStructuredOutput: parser.rows }),
      ...(numberOf(options['maxIterations']) !== undefined && {
        agentMaxIterations: Math.max(1, Math.floor(numberOf(options['maxIterations']) ?? 25)),
      }),
      agentReturnResponseAs: 'assistantMessage',
      ...policyOf(node),
    },
  })
  for (const { node: each, name, input } of tools.chosen) map.gap(each, id, name, input)
  return finish(map, turn, {
    id,
    ids,
    ways,
    model,
    input: 'agentModel',
    parser,
    keys: node.type === 'chainRetrievalQa' && node.version < 1.5 ? ['response'] : ['output'],
  })
}

function readRetriever(map: FlowMap, node: N8nNode, id: string): Record<string, unknown> | undefined {
  const [retriever] = servants(map, node, 'ai_retriever')
  const store = retriever && servants(map, retriever, 'ai_vectorStore')[0]
  const found = store && readStore(map, store)
  if (!retriever || !store || !found) return undefined
  for (const each of [retriever, store, ...found.nodes]) map.tell(each, 'same', [id])
  return {
    ...found.row,
    knowledgeName: 'documents',
    knowledgeDescription: 'Everything the answer must be based on. Search here first.',
  }
}

function mapChain(map: FlowMap, turn: Turn): Mapped | string {
  const { node } = turn
  const prepared = new Prepared(map, turn)
  const messages: Said[] = []
  let shows = ''
  for (const row of list(record(node.parameters['messages'])['messageValues']).map((each) => record(each))) {
    const type = text(row['type'], 'SystemMessagePromptTemplate')
    if (row['messageType'] === 'imageBinary' || row['messageType'] === 'imageUrl') {
      shows = 'Pictures are taken from the chat, not from files of earlier steps.'
      continue
    }
    const role = type.startsWith('AI') ? 'assistant' : type.startsWith('Human') ? 'user' : 'system'
    messages.push({ role, content: prepared.say(row['message'] ?? '') })
  }
  messages.push({ role: 'user', content: sayPrompt(node, prepared, turn) })
  const parser = readParser(map, node)
  const isOlder = node.version < 1.3
  return addModelStep(map, turn, {
    prepared,
    messages,
    parser,
    keys: parser && parser.rows.length > 0 ? ['output'] : isOlder ? ['response', 'text'] : ['text'],
    note: shows,
  })
}

function mapExtractor(map: FlowMap, turn: Turn): Mapped | string {
  const { node } = turn
  const { parameters } = node
  const prepared = new Prepared(map, turn)
  const attributes = list(record(parameters['attributes'])['attributes']).map((each) => record(each))
  const schemaType = text(parameters['schemaType'], 'fromAttributes')
  const rows: OutputRow[] =
    schemaType === 'fromJson'
      ? rowsOfExample(readLoose(parameters['jsonSchemaExample']))
      : schemaType === 'manual'
        ? rowsOfAny(readLoose(parameters['inputSchema']))
        : attributes.map((row) =>
            rowOf(text(row['name']).replaceAll(/\W+/g, '_') || 'value', {
              type: text(row['type'], 'string').replace('date', 'string'),
              description: text(row['description']).replace(/^=/, ''),
            }),
          )
  if (rows.length === 0) return 'What it extracts is not described in the file.'
  const system =
    text(record(parameters['options'])['systemPromptTemplate']) ||
    'Extract the values asked for from the text. Leave out what it does not say.'
  const messages = [
    { role: 'system', content: prepared.say(system) },
    { role: 'user', content: prepared.say(parameters['text'] ?? '') },
  ]
  return addModelStep(map, turn, { prepared, messages, parser: { rows, nodes: [] }, keys: ['output'], note: '' })
}

function mapSummary(map: FlowMap, turn: Turn): Mapped | string {
  const { node } = turn
  const prepared = new Prepared(map, turn)
  const options = record(record(record(node.parameters['options'])['summarizationMethodAndPrompts'])['values'])
  const given =
    text(options['prompt'] ?? options['combineMapPrompt']) ||
    'Write a concise summary of the following:\n\n"{text}"\n\nCONCISE SUMMARY:'
  const document = prepared.computed(
    "items.map((item) => (typeof item === 'object' ? Object.values(item).filter((value) => typeof value === 'string').join('\\n') || JSON.stringify(item) : String(item))).join('\\n\\n')",
  )
  const written = prepared.plain(given) ?? prepared.say(given)
  const content = written.includes('{text}')
    ? written.replaceAll('{text}', () => document)
    : `${written}\n\n${document}`
  for (const each of [...servants(map, node, 'ai_document'), ...servants(map, node, 'ai_textSplitter')])
    map.tell(each, 'dropped', [], 'The text is summarized as a whole.')
  return addModelStep(map, turn, {
    prepared,
    messages: [{ role: 'user', content }],
    parser: undefined,
    keys: node.version < 2.1 ? ['response', 'text'] : ['output', 'text'],
    note: 'The text is summarized in one call.',
  })
}

const VENDORS: Readonly<Record<string, string>> = { openAi: 'openai', googleGemini: 'google', anthropic: 'anthropic' }

/** A vendor's own node: its texts; pictures, sound and files are others' work. */
function mapVendor(map: FlowMap, turn: Turn): Mapped | string {
  const { node } = turn
  const { type, parameters } = node
  const isOld = node.fullType.startsWith('n8n-nodes-base.') && type === 'openAi'
  const resource = text(parameters['resource'], isOld ? 'text' : 'text')
  const operation = text(parameters['operation'], isOld ? 'complete' : 'message')
  if (resource !== 'text' && resource !== 'chat' && resource !== '')
    return `${resource === 'image' ? 'Pictures' : resource === 'audio' ? 'Sound' : resource === 'assistant' ? 'Assistants kept at OpenAI' : 'Files'} have no step here.`
  if (!['message', 'complete', 'response', 'classify', ''].includes(operation))
    return `The operation "${operation}" has no counterpart here.`
  if (operation === 'classify') return 'Checks of content have no step here.'
  const prepared = new Prepared(map, turn)
  const options = record(parameters['options'])
  const chosen = chatModelOf(VENDORS[type] ?? 'openai', {
    model:
      text(locatorValue(parameters['modelId'] ?? parameters['model'] ?? parameters['chatModel'])).replace(
        /^models\//,
        '',
      ) || undefined,
    temperature: numberOf(options['temperature']),
    maxTokens: numberOf(options['maxTokens']),
    topP: numberOf(options['topP']),
  })
  if (!chosen) return NO_MODEL
  const rows = [
    ...list(record(parameters['messages'])['values']),
    ...list(record(parameters['messages'])['messageValues']),
    ...list(record(parameters['prompt'])['messages']),
    ...list(record(parameters['responses'])['values']),
  ].map((row) => record(row))
  const messages = rows.map((row) => {
    const role = text(row['role'], 'user')
    return {
      role: role === 'model' || role === 'assistant' ? 'assistant' : role === 'system' ? 'system' : 'user',
      content: prepared.say(row['content'] ?? row['message'] ?? ''),
    }
  })
  if (messages.length === 0) messages.push({ role: 'user', content: prepared.say(parameters['prompt'] ?? '') })
  const system = text(options['systemMessage'] ?? options['system'])
  if (system !== '') messages.unshift({ role: 'system', content: prepared.say(system) })
  const keys =
    type === 'openAi'
      ? isOld
        ? ['text']
        : node.version >= 2
          ? ['output', '0', 'content', '0', 'text']
          : ['message', 'content']
      : ['content', 'parts', '0', 'text']
  const model = {
    values: { llmModel: chosen.node, llmModelConfig: { ...chosen.config, llmModel: chosen.node } },
    chosen: chosen.node,
    nodes: [],
  }
  const asksJson = parameters['jsonOutput'] === true
  if (asksJson) messages.unshift({ role: 'system', content: 'Answer with JSON only.' })
  const tools = servants(map, node, 'ai_tool')
  if (tools.length > 0) return 'Models with tools of their own have no step here. Use an Agent.'
  return addModelStep(map, turn, { prepared, messages, parser: undefined, keys, note: '', model, isJson: asksJson })
}

interface ModelStep {
  prepared: Prepared
  messages: readonly Said[]
  parser: ReturnType<typeof readParser>
  keys: readonly string[]
  note: string
  model?: NonNullable<ReturnType<typeof modelInputs>>
  isJson?: boolean
}

const BROKEN = 'An expression in it is not complete.'

function addModelStep(map: FlowMap, turn: Turn, step: ModelStep): Mapped | string {
  const { node } = turn
  const { prepared, messages, parser } = step
  const model = step.model ?? modelInputs(map, node, 'llmModel')
  if (!model) return NO_MODEL
  if (prepared.isBroken) return BROKEN
  const { ways, ids } = prepared.finish()
  const id = map.drawing.add({
    node: 'llmAgentflow',
    label: node.name,
    container: turn.scope.container,
    inputs: {
      ...model.values,
      llmMessages: messages.filter(({ content }) => content.trim() !== ''),
      llmEnableMemory: false,
      ...(parser && parser.rows.length > 0 && { llmStructuredOutput: parser.rows }),
      llmReturnResponseAs: 'assistantMessage',
      ...policyOf(node),
    },
  })
  return finish(map, turn, {
    id,
    ids,
    ways,
    model,
    input: 'llmModel',
    parser,
    keys: step.keys,
    note: step.note,
    isJson: step.isJson === true,
  })
}

interface Finished {
  id: string
  ids: readonly string[]
  ways: Turn['ways']
  model: NonNullable<ReturnType<typeof modelInputs>>
  input: string
  parser: ReturnType<typeof readParser>
  keys: readonly string[]
  note?: string
  isJson?: boolean
}

function finish(
  map: FlowMap,
  turn: Turn,
  { id, ids, ways, model, input, parser, keys, note = '', isJson = false }: Finished,
): Mapped {
  const { node } = turn
  map.connect(ways, id, node)
  for (const each of model.nodes) map.tell(each, 'same', [id])
  for (const each of parser?.nodes ?? []) {
    const isFixing = each.type === 'outputParserAutofixing'
    map.tell(
      each,
      isFixing ? 'dropped' : 'same',
      isFixing ? [] : [id],
      isFixing ? 'The model is asked for the values directly.' : '',
    )
    for (const fixer of servants(map, each, 'ai_languageModel'))
      map.tell(fixer, 'dropped', [], 'The model is asked for the values directly.')
  }
  map.gap(model.nodes[0] ?? node, id, model.chosen, input)
  map.tell(node, note === '' ? 'same' : 'different', [...ids, id], note)
  const hasRows = (parser?.rows.length ?? 0) > 0
  return {
    scope: turn.scope,
    entry: ids[0] ?? id,
    exits: (output) => [{ id, ...(output > 0 && { branch: 'error' }) }],
    source: fromAnswer(id, keys, hasRows || isJson),
  }
}
