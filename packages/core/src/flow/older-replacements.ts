/** What does the work of nodes of the older product that have no equal here, by their labels; the best one first. */
const REPLACEMENTS: readonly (readonly [instead: readonly string[], names: string])[] = [
  [['Tool Agent'], 'airtableAgent autoGPT babyAGI openAIAssistant aiPlugin zapierNLA'],
  [['InMemory Cache', 'Redis Cache'], 'momentoCache'],
  [['Conversational Retrieval QA Chain'], 'vectaraQAChain compactrefineLlamaIndex refineLlamaIndex'],
  [['Conversational Retrieval QA Chain'], 'simpleResponseBuilderLlamaIndex treeSummarizeLlamaIndex'],
  [['Sql Database Chain'], 'graphCypherQAChain Neo4j'],
  [['ChatGoogleGenerativeAI'], 'chatGoogleVertexAI googlevertexai'],
  [['ChatOpenAI Custom'], 'awsChatBedrock awsBedrock chatBaiduWenxin chatIBMWatsonx ibmWatsonx chatNemoGuardrails'],
  [['ChatOpenAI Custom'], 'NIBittensorChatModel NIBittensorLLM'],
  [['GoogleGenerativeAI Embeddings'], 'googlevertexaiEmbeddings'],
  [['OpenAI Embeddings Custom'], 'AWSBedrockEmbeddings baiduQianfanEmbeddings ibmEmbedding'],
  [
    ['Cheerio Web Scraper'],
    'apifyWebsiteContentCrawler fireCrawl oxylabs playwrightWebScraper puppeteerWebScraper spiderDocumentLoaders',
  ],
  [['Github'], 'gitbook'],
  [['API Loader'], 'braveSearchApiLoader confluence customDocumentLoader figma jira searchApi serpApi'],
  [['Folder with Files'], 'notionFolder S3 s3Directory unstructuredFolderLoader'],
  [['File Loader'], 'subtitlesFile unstructuredFileLoader'],
  [['Buffer Memory', 'Redis-Backed Chat Memory'], 'DynamoDBChatMemory mem0 MongoDBAtlasChatMemory motorheadMemory'],
  [['Buffer Memory', 'Redis-Backed Chat Memory'], 'ZepMemory ZepMemoryCloud'],
  [['Chat Prompt Template'], 'promptLangFuse'],
  [['Vector Store Retriever'], 'awsBedrockKBRetriever extractMetadataRetriever'],
  [['Cohere Rerank Retriever', 'Jina AI Rerank Retriever'], 'AzureRerankRetriever'],
  [['Custom Tool'], 'awsDynamoDBKVStorage awsSNS codeInterpreterE2B readFile writeFile'],
  [['MCP Server', 'Custom Tool'], 'composio microsoftTeams stripeAgentTool'],
  [['MCP Server'], 'browserlessMCP githubMCP pipedreamMCP sequentialThinkingMCP slackMCP supergatewayMCP teradataMCP'],
  [['BraveSearch API'], 'braveSearchMCP'],
  [['Sql Database Chain'], 'postgreSQLMCP'],
  [
    ['Qdrant', 'Postgres', 'Chroma', 'Built-in Vector Store'],
    'Astra couchbase elasticsearch ElasticsearchIndex ElasticsearchUpsert kendra meilisearch milvus milvusExistingCollection milvusUpsert mongoDBAtlas openSearch openSearchExistingIndex openSearchUpsertDocument redis RedisIndex RedisUpsert singlestore singlestoreExisting singlestoreUpsert upstash vectara vectaraExistingIndex vectaraUpload vectaraUpsert zep zepCloud zepExistingIndex zepUpsert',
  ],
]

const byName = new Map(REPLACEMENTS.flatMap(([instead, names]) => names.split(' ').map((name) => [name, instead])))

/** The labels of the nodes that do the work of one that is not here, in words: `Qdrant / Postgres`. */
export function replacementFor(name: string): string | undefined {
  return byName.get(name)?.join(' / ')
}
