import { filled } from './values.ts'

/** How a chat model is called in the flows of this product: its node, and what its settings are called there. */
interface ModelNode {
  node: string
  model: string
  maxTokens: string
}

const plain = (node: string): ModelNode => ({ node, model: 'modelName', maxTokens: 'maxTokens' })

const CHAT_MODELS: ReadonlyMap<string, ModelNode> = new Map([
  ['openai', plain('chatOpenAI')],
  ['azure', { ...plain('azureChatOpenAI') }],
  ['google', { node: 'chatGoogleGenerativeAI', model: 'customModelName', maxTokens: 'maxOutputTokens' }],
  ['anthropic', { node: 'chatAnthropic', model: 'modelName', maxTokens: 'maxTokensToSample' }],
  ['openrouter', plain('chatOpenRouter')],
  ['groq', plain('groqChat')],
  ['mistral', { node: 'chatMistralAI', model: 'modelName', maxTokens: 'maxOutputTokens' }],
  ['ollama', plain('chatOllama')],
  ['deepseek', plain('chatDeepseek')],
  ['cohere', plain('chatCohere')],
  ['xai', plain('chatXAI')],
  ['perplexity', plain('chatPerplexity')],
  ['together', plain('chatTogetherAI')],
  ['fireworks', plain('chatFireworks')],
  ['cerebras', plain('chatCerebras')],
  ['sambanova', plain('chatSambanova')],
  ['tongyi', plain('chatAlibabaTongyi')],
  ['nvidia', plain('chatNvidiaNIM')],
  ['huggingface', { ...plain('chatHuggingFace'), model: 'model' }],
  ['compatible', plain('chatOpenAICustom')],
  ['lmstudio', plain('chatLMStudio')],
  ['localai', plain('chatLocalAI')],
])

export interface ModelSettings {
  model?: string | undefined
  temperature?: number | undefined
  maxTokens?: number | undefined
  topP?: number | undefined
  /** Where its provider is reached, if not where everybody's is. */
  address?: string | undefined
}

export interface ChosenModel {
  node: string
  config: Record<string, unknown>
}

/** A chat model of a provider with its settings, as a step holds it; nothing for a provider that is not here. */
export function chatModelOf(provider: string, settings: ModelSettings): ChosenModel | undefined {
  const known = CHAT_MODELS.get(provider)
  if (!known) return undefined
  const { model, temperature, maxTokens, topP, address } = settings
  const place =
    known.node === 'chatOllama' ? 'baseUrl' : known.node === 'chatMistralAI' ? 'overrideEndpoint' : 'basepath'
  return {
    node: known.node,
    config: filled({
      [known.model]: model,
      temperature,
      [known.maxTokens]: maxTokens,
      topP,
      [place]: address,
    }),
  }
}

const EMBEDDINGS: ReadonlyMap<string, { node: string; model: string }> = new Map([
  ['openai', { node: 'openAIEmbeddings', model: 'modelName' }],
  ['azure', { node: 'azureOpenAIEmbeddings', model: 'modelName' }],
  ['google', { node: 'googleGenerativeAiEmbeddings', model: 'modelName' }],
  ['mistral', { node: 'mistralAIEmbeddings', model: 'modelName' }],
  ['cohere', { node: 'cohereEmbeddings', model: 'modelName' }],
  ['huggingface', { node: 'huggingFaceInferenceEmbeddings', model: 'modelName' }],
  ['ollama', { node: 'ollamaEmbedding', model: 'modelName' }],
])

export function embeddingsOf(provider: string, model: string | undefined): ChosenModel | undefined {
  const known = EMBEDDINGS.get(provider)
  return known && { node: known.node, config: filled({ [known.model]: model }) }
}
