import { searchNodes, STEP_CATEGORY, type NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'
import { loadCatalogue } from './index.ts'

const { nodes } = await loadCatalogue()
const isStep = ({ category }: NodeDescription): boolean => category === STEP_CATEGORY
const firstOf = (offered: readonly NodeDescription[]) => (words: string) => searchNodes(offered, words)[0]?.name
const inChatFlows = firstOf(nodes.filter((node) => !isStep(node)))
const inAgentFlows = firstOf(nodes.filter(isStep))

/** What people type, and the node each means. */
const meant = {
  chat: 'chatOpenAI',
  openai: 'chatOpenAI',
  chatgpt: 'chatOpenAI',
  gpt: 'chatOpenAI',
  llm: 'chatOpenAI',
  model: 'chatOpenAI',
  chatopenai: 'chatOpenAI',
  'openai custom': 'chatOpenAICustom',
  vllm: 'chatOpenAICustom',
  claude: 'chatAnthropic',
  anthropic: 'chatAnthropic',
  gemini: 'chatGoogleGenerativeAI',
  google: 'chatGoogleGenerativeAI',
  ollama: 'chatOllama',
  local: 'chatOllama',
  llama: 'chatOllama',
  mistral: 'chatMistralAI',
  azure: 'azureChatOpenAI',
  groq: 'groqChat',
  deepseek: 'chatDeepseek',
  'no key': 'builtInAnswerer',
  website: 'cheerioWebScraper',
  url: 'cheerioWebScraper',
  'web page': 'cheerioWebScraper',
  scrape: 'cheerioWebScraper',
  excel: 'csvFile',
  csv: 'csvFile',
  spreadsheet: 'csvFile',
  pdf: 'pdfFile',
  word: 'docxFile',
  document: 'fileLoader',
  upload: 'fileLoader',
  github: 'github',
  history: 'bufferMemory',
  memory: 'bufferMemory',
  'buffer window': 'bufferWindowMemory',
  conversation: 'conversationChain',
  'conv chain': 'conversationChain',
  rag: 'conversationalRetrievalQAChain',
  qa: 'conversationalRetrievalQAChain',
  'chat with documents': 'conversationalRetrievalQAChain',
  sql: 'sqlDatabaseChain',
  database: 'sqlDatabaseChain',
  agent: 'toolAgent',
  'function calling': 'toolAgent',
  http: 'requestsGet',
  api: 'requestsGet',
  post: 'requestsPost',
  tool: 'customTool',
  math: 'calculator',
  date: 'currentDateTime',
  'web search': 'googleCustomSearch',
  mcp: 'customMCP',
  note: 'stickyNote',
  code: 'customFunction',
  if: 'ifElseFunction',
  'vector store': 'memoryVectorStore',
  pgvector: 'postgres',
  pinecone: 'pinecone',
  chunk: 'recursiveCharacterTextSplitter',
  splitter: 'recursiveCharacterTextSplitter',
  prompt: 'promptTemplate',
  'system prompt': 'chatPromptTemplate',
  embeddings: 'openAIEmbeddings',
  rerank: 'cohereRerankRetriever',
  convqa: 'conversationalRetrievalQAChain',
  '/openai': 'chatOpenAI',
}

test('what people type gives first the node that they mean, in chat flows', () => {
  expect(Object.keys(meant).length).toBeGreaterThanOrEqual(60)
  expect(Object.fromEntries(Object.keys(meant).map((words) => [words, inChatFlows(words)]))).toEqual(meant)
})

test('and in agent flows', () => {
  const steps = {
    http: 'httpAgentflow',
    approval: 'humanInputAgentflow',
    loop: 'loopAgentflow',
    'for each': 'iterationAgentflow',
    if: 'conditionAgentflow',
    chatgpt: 'llmAgentflow',
    code: 'customFunctionAgentflow',
    delay: 'waitAgentflow',
    note: 'stickyNoteAgentflow',
    agent: 'agentAgentflow',
  }
  expect(Object.fromEntries(Object.keys(steps).map((words) => [words, inAgentFlows(words)]))).toEqual(steps)
})

test('a whole name finds its node, but for those whose time is over', () => {
  for (const offered of [nodes.filter(isStep), nodes.filter((node) => !isStep(node))]) {
    const current = offered.filter(
      ({ badge, category }) => badge !== 'deprecated' && !/^(LLMs|Sequential Agents|Multi Agents)$/.test(category),
    )
    expect(current.map(({ label }) => searchNodes(offered, label)[0]?.label)).toEqual(current.map(({ label }) => label))
  }
})

test('short words find nothing by chance, and what is outdated comes last', () => {
  const found = (words: string) => searchNodes(nodes, words).map(({ name }) => name)
  expect(found('zzz')).toEqual([])
  expect(found('cvq')).toEqual([])
  expect(found('image')).not.toContain('builtInRecordManager')
  expect(found('record manager').at(-1)).toMatch(/postgresRecordManager|SQLiteRecordManager/)
  expect(found('record manager')[0]).toBe('builtInRecordManager')
  const openai = found('openai')
  expect(openai.indexOf('openAI')).toBeGreaterThan(openai.indexOf('azureChatOpenAI'))
})
