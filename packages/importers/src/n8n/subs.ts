import { chatModelOf, embeddingsOf, type ChosenModel } from '../shared/models.ts'
import { rowsOfExample, rowsOfSchema, type OutputRow } from '../shared/structured.ts'
import { isRecord, list, numberOf, record, text, filled, type Json } from '../shared/values.ts'
import { parseJson } from '@chatwright/core'
import type { FlowMap, Prepared } from './flow-map.ts'
import { locatorValue, type N8nNode } from './read.ts'

const CHAT_PROVIDERS: Readonly<Record<string, string>> = {
  lmChatOpenAi: 'openai',
  lmOpenAi: 'openai',
  lmChatAzureOpenAi: 'azure',
  lmChatGoogleGemini: 'google',
  lmChatGoogleVertex: 'google',
  lmChatGooglePalm: 'google',
  lmChatAnthropic: 'anthropic',
  lmChatOpenRouter: 'openrouter',
  lmChatGroq: 'groq',
  lmChatMistralCloud: 'mistral',
  lmChatOllama: 'ollama',
  lmOllama: 'ollama',
  lmChatDeepSeek: 'deepseek',
  lmChatCohere: 'cohere',
  lmCohere: 'cohere',
  lmChatXAiGrok: 'xai',
  lmOpenHuggingFaceInference: 'huggingface',
  lmChatNvidiaNim: 'nvidia',
}

const EMBEDDING_PROVIDERS: Readonly<Record<string, string>> = {
  embeddingsOpenAi: 'openai',
  embeddingsAzureOpenAi: 'azure',
  embeddingsGoogleGemini: 'google',
  embeddingsGooglePalm: 'google',
  embeddingsMistralCloud: 'mistral',
  embeddingsCohere: 'cohere',
  embeddingsHuggingFaceInference: 'huggingface',
  embeddingsOllama: 'ollama',
}

/** The nodes that serve another one. */
export function servants(map: FlowMap, parent: N8nNode, kind: string): N8nNode[] {
  return map.workflow.uses.flatMap((use) => {
    const sub = use.parent === parent.name && use.kind === kind ? map.workflow.nodes.get(use.sub) : undefined
    return sub && !sub.isDisabled ? [sub] : []
  })
}

/** A chat model node as a step holds it; nothing for a provider that is not here. */
export function readModel({ type, parameters }: N8nNode): ChosenModel | undefined {
  const provider = Object.hasOwn(CHAT_PROVIDERS, type) ? CHAT_PROVIDERS[type] : undefined
  if (provider === undefined) return undefined
  const options = record(parameters['options'])
  const model = text(locatorValue(parameters['model'] ?? parameters['modelName'] ?? parameters['modelId']))
  const address = text(options['baseURL'])
  return chatModelOf(provider, {
    model: model.startsWith('=') ? undefined : model.replace(/^models\//, ''),
    temperature: numberOf(options['temperature']),
    maxTokens: positive(options['maxTokens'] ?? options['maxOutputTokens'] ?? options['maxTokensToSample']),
    topP: numberOf(options['topP']),
    ...(address !== '' && !address.startsWith('=') && { address }),
  })
}

function positive(value: unknown): number | undefined {
  const number = numberOf(value)
  return number !== undefined && number > 0 ? number : undefined
}

/** The model of a step, as its inputs; the first that is connected, and the built-in answerer where there is none. */
export function modelInputs(
  map: FlowMap,
  parent: N8nNode,
  input: string,
): { values: Record<string, unknown>; chosen: string; nodes: N8nNode[] } | undefined {
  const nodes = servants(map, parent, 'ai_languageModel')
  for (const node of nodes) {
    const chosen = readModel(node)
    if (chosen)
      return {
        values: { [input]: chosen.node, [`${input}Config`]: { ...chosen.config, [input]: chosen.node } },
        chosen: chosen.node,
        nodes: [node],
      }
  }
  return undefined
}

export interface ReadParser {
  rows: OutputRow[]
  nodes: N8nNode[]
}

/** What the output parsers of a node ask for. */
export function readParser(map: FlowMap, parent: N8nNode): ReadParser | undefined {
  const nodes: N8nNode[] = []
  const queue = servants(map, parent, 'ai_outputParser')
  for (const node of queue) {
    if (nodes.includes(node) || nodes.length > 20) continue
    nodes.push(node)
    queue.push(...servants(map, node, 'ai_outputParser'))
  }
  for (const { type, parameters } of nodes) {
    if (type === 'outputParserItemList')
      return { nodes, rows: rowsOfSchema({ properties: { items: { type: 'array', items: { type: 'string' } } } }) }
    if (type !== 'outputParserStructured') continue
    const isManual = parameters['schemaType'] === 'manual'
    const schema = readLoose(parameters[isManual ? 'inputSchema' : 'jsonSchema'])
    const example = isManual ? undefined : readLoose(parameters['jsonSchemaExample'])
    const rows =
      example === undefined ? rowsOfAny(schema) : rowsOfExample(Array.isArray(example) ? { items: example } : example)
    if (rows.length > 0) return { rows, nodes }
  }
  return nodes.length > 0 ? { rows: [], nodes } : undefined
}

export function rowsOfAny(schema: unknown): OutputRow[] {
  const held = record(schema)
  if (isRecord(held['properties'])) return rowsOfSchema(held)
  if (held['type'] === 'array') return rowsOfSchema({ properties: { items: held } })
  return rowsOfExample(held)
}

/** A schema that people typed: as it is, or without the commas that JSON does not have. */
export function readLoose(value: unknown): unknown {
  if (typeof value !== 'string') return isRecord(value) ? value : undefined
  const source = value.replace(/^=/, '').trim()
  for (const candidate of [source, source.replaceAll(/,(\s*[}\]])/g, '$1'), withoutComments(source)]) {
    try {
      return parseJson(candidate)
    } catch {
      continue
    }
  }
  return undefined
}

function withoutComments(source: string): string {
  return source
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('//'))
    .join('\n')
}

export function memoryInputs(
  map: FlowMap,
  parent: N8nNode,
  prefix: string,
): { values: Record<string, unknown>; isOn: boolean } {
  const [memory] = servants(map, parent, 'ai_memory')
  if (!memory) return { values: { [`${prefix}EnableMemory`]: false }, isOn: false }
  const size = numberOf(memory.parameters['contextWindowLength']) ?? 5
  const isWindow = memory.type !== 'memoryManager'
  const keys = text(memory.parameters['sessionKey'])
  const isCustom = memory.parameters['sessionIdType'] === 'customKey' && !/sessionId|chat\.id|chatId/.test(keys)
  const isOurs = memory.type === 'memoryBufferWindow' || memory.type === 'memoryBuffer'
  map.tell(
    memory,
    isOurs && !isCustom ? 'same' : 'different',
    [],
    isCustom
      ? 'The conversation is kept by chat, not by a key of your own.'
      : isOurs
        ? ''
        : 'The conversation is kept on this server.',
  )
  return {
    isOn: true,
    values: {
      [`${prefix}EnableMemory`]: true,
      ...(isWindow && {
        [`${prefix}MemoryType`]: 'windowSize',
        [`${prefix}MemoryWindowSize`]: Math.max(1, Math.floor(size)),
      }),
    },
  }
}

/** A vector store with the embeddings it is searched by, as a row of a step. */
export interface ReadStore {
  row: Record<string, unknown>
  nodes: N8nNode[]
  chosen: string[]
}

export function readStore(map: FlowMap, store: N8nNode): ReadStore | undefined {
  const { type, parameters } = store
  const settings = storeSettings(type, parameters)
  const [embedding] = servants(map, store, 'ai_embedding')
  const provider =
    embedding && Object.hasOwn(EMBEDDING_PROVIDERS, embedding.type) ? EMBEDDING_PROVIDERS[embedding.type] : undefined
  const model = embedding && text(locatorValue(embedding.parameters['model'] ?? embedding.parameters['modelName']))
  const embeddings =
    provider === undefined ? undefined : embeddingsOf(provider, model?.replace(/^models\//, '') || undefined)
  if (!settings || !embedding || !embeddings) return undefined
  return {
    row: {
      vectorStore: settings.node,
      vectorStoreConfig: { ...filled(settings.config), vectorStore: settings.node },
      embeddingModel: embeddings.node,
      embeddingModelConfig: { ...embeddings.config, embeddingModel: embeddings.node },
    },
    nodes: [embedding],
    chosen: [settings.node, embeddings.node],
  }
}

export function storeSettings(
  type: string,
  parameters: Json,
): { node: string; config: Record<string, unknown>; isTold?: string } | undefined {
  const fixed = (value: unknown, otherwise: string): string => {
    const held = text(locatorValue(value))
    return held === '' || held.startsWith('=') ? otherwise : held
  }
  const options = record(parameters['options'])
  const topK = numberOf(parameters['topK'])
  switch (type) {
    case 'vectorStoreQdrant':
      return {
        node: 'qdrant',
        config: {
          qdrantServerUrl: 'http://localhost:6333',
          qdrantCollection: fixed(parameters['qdrantCollection'], 'documents'),
          topK,
        },
      }
    case 'vectorStorePinecone':
      return {
        node: 'pinecone',
        config: {
          pineconeIndex: fixed(parameters['pineconeIndex'], 'documents'),
          pineconeNamespace: fixed(options['pineconeNamespace'], ''),
          topK,
        },
      }
    case 'vectorStoreSupabase':
      return {
        node: 'supabase',
        config: {
          supabaseProjUrl: 'https://example.supabase.co',
          tableName: fixed(parameters['tableName'], 'documents'),
          queryName: fixed(options['queryName'], 'match_documents'),
          topK,
        },
      }
    case 'vectorStorePGVector':
      return {
        node: 'postgres',
        config: {
          host: 'localhost',
          database: 'postgres',
          tableName: fixed(parameters['tableName'], 'documents'),
          topK,
        },
      }
    case 'vectorStoreWeaviate':
      return {
        node: 'weaviate',
        config: {
          weaviateScheme: 'https',
          weaviateHost: 'localhost',
          weaviateIndex: fixed(parameters['weaviateCollection'], 'Documents'),
          topK,
        },
      }
    case 'vectorStoreInMemory':
    case 'vectorStoreInMemoryInsert':
    case 'vectorStoreInMemoryLoad':
    case 'vectorStoreZep':
    case 'vectorStoreMongoDBAtlas':
    case 'vectorStoreRedis':
    case 'vectorStoreMilvus':
      return {
        node: 'builtInVectorStore',
        config: {
          collection: fixed(parameters['memoryKey'] ?? parameters['collectionName'], 'documents').replaceAll(
            /[^\w-]/g,
            '_',
          ),
          topK,
        },
      }
  }
  return undefined
}

/** What an agent may use: rows of its tools and of its knowledge. */
export interface ReadTools {
  tools: Record<string, unknown>[]
  knowledge: Record<string, unknown>[]
  /** The nodes chosen, and the input they are chosen in. */
  chosen: { node: N8nNode; name: string; input: string }[]
}

/** The tools of an agent. One that nothing here is like is told, and left out. */
export function readTools(map: FlowMap, parent: N8nNode, step: string, prepared: Prepared): ReadTools {
  const read: ReadTools = { tools: [], knowledge: [], chosen: [] }
  for (const node of servants(map, parent, 'ai_tool')) {
    if (node.type === 'toolThink') {
      map.tell(node, 'dropped', [], 'Agents think without a tool for it.')
      continue
    }
    const store =
      node.type === 'toolVectorStore'
        ? servants(map, node, 'ai_vectorStore')[0]
        : node.type.startsWith('vectorStore')
          ? node
          : undefined
    if (store) {
      addKnowledge(map, { node, store, step }, read)
      continue
    }
    const linked =
      map.callable !== undefined &&
      node.type === 'toolWorkflow' &&
      text(locatorValue(node.parameters['workflowId'])).includes('$workflow.id')
    const tool = linked ? callingTool(node) : readTool(node, prepared)
    if (linked)
      map.links.push({
        step,
        input: `agentTools[${read.tools.length}].agentSelectedToolConfig.selectedChatflow`,
        flow: map.callable ?? '',
      })
    if (!tool) {
      map.tell(node, 'placeholder', [], `${node.name} has no counterpart here. The agent goes on without it.`)
      map.problem(
        'tool-missing',
        `"${parent.name}" goes on without the tool "${node.name}" (${node.fullType}), which has no counterpart here.`,
        node,
        step,
      )
      continue
    }
    const at = read.tools.length
    read.tools.push({
      agentSelectedTool: tool.name,
      agentSelectedToolConfig: { ...filled(tool.config), agentSelectedTool: tool.name },
    })
    read.chosen.push({ node, name: tool.name, input: `agentTools[${at}].agentSelectedTool` })
    map.tell(node, tool.note === '' ? 'same' : 'different', [step], tool.note)
  }
  return read
}

function addKnowledge(
  map: FlowMap,
  { node, store, step }: { node: N8nNode; store: N8nNode; step: string },
  read: ReadTools,
): void {
  const found = readStore(map, store)
  if (!found) {
    for (const each of new Set([node, store]))
      map.tell(each, 'placeholder', [], `${each.name} has no counterpart here. The agent goes on without it.`)
    map.problem('tool-missing', `The knowledge "${node.name}" (${store.fullType}) has no counterpart here.`, node, step)
    return
  }
  const at = read.knowledge.length
  read.knowledge.push({
    ...found.row,
    knowledgeName: text(node.parameters['toolName'] ?? node.parameters['name']).replace(/^=/, '') || node.name,
    knowledgeDescription:
      text(node.parameters['toolDescription'] ?? node.parameters['description']).replace(/^=/, '') || node.name,
  })
  const own = found.chosen[0] === 'builtInVectorStore'
  for (const each of new Set([node, store]))
    map.tell(
      each,
      own ? 'different' : 'same',
      [step],
      own ? 'The documents are kept on this server. Load them again.' : '',
    )
  for (const each of found.nodes) map.tell(each, 'same', [step])
  read.chosen.push(
    { node: store, name: found.chosen[0] ?? '', input: `agentKnowledgeVSEmbeddings[${at}].vectorStore` },
    {
      node: found.nodes[0] ?? node,
      name: found.chosen[1] ?? '',
      input: `agentKnowledgeVSEmbeddings[${at}].embeddingModel`,
    },
  )
  // The model that sums up what was found is the agent's own here.
  for (const model of servants(map, node, 'ai_languageModel'))
    map.tell(model, 'dropped', [], 'The agent reads the documents itself.')
}

interface ReadTool {
  name: string
  config: Record<string, unknown>
  note: string
}

function readTool(node: N8nNode, prepared: Prepared): ReadTool | undefined {
  const { type, parameters } = node
  switch (type) {
    case 'toolCalculator':
      return { name: 'calculator', config: {}, note: '' }
    case 'toolWikipedia':
      return {
        name: 'requestsGet',
        config: {
          requestsGetUrl:
            'https://en.wikipedia.org/w/api.php?action=query&format=json&prop=extracts&exintro=1&explaintext=1&generator=search&gsrlimit=3',
          requestsGetName: 'wikipedia',
          requestsGetDescription: 'Searches Wikipedia and returns the first lines of what it finds.',
          requestsGetQueryParamsSchema: JSON.stringify({
            gsrsearch: { type: 'string', description: 'What to look up', required: true, in: 'query' },
          }),
        },
        note: 'Searches the English Wikipedia with a request.',
      }
    case 'toolSerpApi':
      return { name: 'serpAPI', config: {}, note: '' }
    case 'toolSearXng':
      return { name: 'searXNG', config: {}, note: '' }
    case 'toolWolframAlpha':
      return { name: 'wolframAlpha', config: {}, note: '' }
    case 'dateTimeTool':
      return { name: 'currentDateTime', config: {}, note: '' }
    case 'mcpClientTool': {
      const url = text(parameters['endpointUrl'] ?? parameters['sseEndpoint'])
      if (url === '' || url.startsWith('=')) return undefined
      return {
        name: 'customMCP',
        config: { mcpServerConfig: JSON.stringify({ url, headers: {} }, undefined, 2) },
        note: 'Add the headers of its sign-in to the configuration.',
      }
    }
    case 'toolHttpRequest':
    case 'httpRequestTool':
      return requestTool(node, prepared)
  }
  return undefined
}

function callingTool({ name, parameters }: N8nNode): ReadTool {
  return {
    name: 'ChatflowTool',
    config: {
      name:
        (text(parameters['name']) || name)
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '_')
          .slice(0, 60) || 'flow',
      description: text(parameters['description']).replace(/^=/, '') || name,
    },
    note: 'It calls the flow of the same file, which is chosen when both are imported.',
  }
}

function requestTool({ name, type, parameters }: N8nNode, prepared: Prepared): ReadTool | undefined {
  const method = text(parameters['method'], 'GET').toUpperCase()
  const tool = { GET: 'Get', POST: 'Post', PUT: 'Put', DELETE: 'Delete' }[method]
  if (tool === undefined) return undefined
  const schema: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  const headers: Record<string, unknown> = {}
  let url = asPath(text(parameters['url']), schema, prepared)
  const fixed = new URLSearchParams()
  const rowsOf = (part: string): Json[] => {
    const held = record(
      parameters[
        type === 'toolHttpRequest'
          ? `parameters${part}`
          : ({ Query: 'queryParameters', Body: 'bodyParameters', Headers: 'headerParameters' }[part] ?? '')
      ],
    )
    return list(held['values'] ?? held['parameters']).map((row) => record(row))
  }
  for (const row of rowsOf('Query')) {
    const value = text(row['value'])
    if (isOpen(row)) schema[text(row['name'])] = opened(value, 'query')
    else fixed.append(text(row['name']), prepared.plain(value) ?? value)
  }
  for (const row of rowsOf('Body')) {
    if (isOpen(row)) schema[text(row['name'])] = opened(text(row['value']), 'body')
    else body[text(row['name'])] = prepared.plain(text(row['value'])) ?? row['value']
  }
  for (const row of rowsOf('Headers'))
    headers[text(row['name'])] = prepared.plain(text(row['value'])) ?? text(row['value'])
  const json = text(parameters['jsonBody'])
  for (const [, place = ''] of json.matchAll(/\{([a-z_]\w*)\}/gi))
    schema[place] ??= { type: 'string', description: place, required: true, in: 'body' }
  if (fixed.size > 0) url += `${url.includes('?') ? '&' : '?'}${fixed.toString()}`
  const prefix = `requests${tool}`
  const hasBody = tool === 'Post' || tool === 'Put'
  return {
    name: prefix,
    config: {
      [`${prefix}Url`]: url,
      [`${prefix}Name`]:
        name
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '_')
          .slice(0, 60) || 'request',
      [`${prefix}Description`]: text(parameters['toolDescription'], name).replace(/^=/, ''),
      ...(Object.keys(headers).length > 0 && { [`${prefix}Headers`]: JSON.stringify(headers) }),
      ...(Object.keys(body).length > 0 &&
        hasBody && { requestPostBody: undefined, [`${prefix}Body`]: JSON.stringify(body) }),
      ...(Object.keys(schema).length > 0 && {
        [hasBody ? `${prefix}BodySchema` : `${prefix}QueryParamsSchema`]: JSON.stringify(schema),
      }),
    },
    note:
      text(parameters['authentication'], 'none') === 'none' && json === ''
        ? ''
        : json === ''
          ? 'Add the header of its sign-in.'
          : 'The body is filled in field by field.',
  }
}

/** What the model fills in. */
function isOpen(row: Json): boolean {
  const value = text(row['value'])
  return (
    value.includes('$fromAI') ||
    (row['valueProvider'] ?? (value === '' ? 'modelRequired' : 'fieldValue')) !== 'fieldValue'
  )
}

function opened(value: string, place: 'query' | 'body' | 'path'): Json {
  const [, key = '', description = '', type = 'string'] =
    /\$fromAI\(\s*['"`]([^'"`]*)['"`]\s*(?:,\s*['"`]([^'"`]*)['"`]\s*)?(?:,\s*['"`]([^'"`]*)['"`])?/.exec(value) ?? []
  return {
    type: ['number', 'boolean'].includes(type) ? type : 'string',
    description: description || key,
    required: true,
    in: place,
  }
}

/** `{id}` and `$fromAI('id')` in an address are parts that the model fills in. */
function asPath(value: string, schema: Record<string, unknown>, prepared: Prepared): string {
  const [start = ''] = value.replace(/^=/, '').split('?')
  const withPlaces = value.replaceAll(
    /\{\{ ?\$fromAI\([^{}]{0,500}\) ?\}\}|(?<!\{)\{([a-z_]\w{0,60})\}(?!\})/gi,
    (whole, name?: string) => {
      const key = name ?? /\$fromAI\(\s*['"`]([^'"`]*)/.exec(whole)?.[1] ?? 'value'
      if (!start.includes(whole)) return whole
      schema[key] = opened(name === undefined ? whole : '', 'path')
      return `:${key}`
    },
  )
  return prepared.plain(withPlaces) ?? withPlaces.replace(/^=/, '')
}
