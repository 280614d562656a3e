/** Vendors with OpenAI's API at an address of their own; the node and the credential of each read from here. */
const vendor = (name: string, baseUrl: string, credential: { name: string; label: string; key: string }) => ({
  vendor: name,
  baseUrl,
  credential,
})

export const mistral = vendor('Mistral', 'https://api.mistral.ai/v1', {
  name: 'mistralAIApi',
  label: 'Mistral AI API',
  key: 'mistralAIAPIKey',
})

export const groq = vendor('Groq', 'https://api.groq.com/openai/v1', {
  name: 'groqApi',
  label: 'Groq API',
  key: 'groqApiKey',
})

export const together = vendor('Together AI', 'https://api.together.xyz/v1', {
  name: 'togetherAIApi',
  label: 'Together AI API',
  key: 'togetherAIApiKey',
})

export const openRouter = {
  ...vendor('OpenRouter', 'https://openrouter.ai/api/v1', {
    name: 'openRouterApi',
    label: 'OpenRouter API',
    key: 'openRouterApiKey',
  }),
  headers: { 'x-title': 'Chatwright' },
}

export const deepseek = vendor('DeepSeek', 'https://api.deepseek.com', {
  name: 'deepseekApi',
  label: 'DeepSeek API',
  key: 'deepseekApiKey',
})

export const xai = vendor('xAI', 'https://api.x.ai/v1', { name: 'xaiApi', label: 'xAI API', key: 'xaiApiKey' })

export const perplexity = vendor('Perplexity', 'https://api.perplexity.ai', {
  name: 'perplexityApi',
  label: 'Perplexity API',
  key: 'perplexityApiKey',
})

export const fireworks = vendor('Fireworks', 'https://api.fireworks.ai/inference/v1', {
  name: 'fireworksApi',
  label: 'Fireworks API',
  key: 'fireworksApiKey',
})

export const cerebras = vendor('Cerebras', 'https://api.cerebras.ai/v1', {
  name: 'cerebrasAIApi',
  label: 'Cerebras API',
  key: 'cerebrasApiKey',
})

export const sambanova = vendor('SambaNova', 'https://api.sambanova.ai/v1', {
  name: 'sambanovaApi',
  label: 'SambaNova API',
  key: 'sambanovaApiKey',
})

export const huggingFace = vendor('Hugging Face', 'https://router.huggingface.co/v1', {
  name: 'huggingFaceApi',
  label: 'HuggingFace API',
  key: 'huggingFaceApiKey',
})

export const cohere = vendor('Cohere', 'https://api.cohere.ai/compatibility/v1', {
  name: 'cohereApi',
  label: 'Cohere API',
  key: 'cohereApiKey',
})

export const jina = vendor('Jina AI', 'https://api.jina.ai/v1', {
  name: 'jinaAIApi',
  label: 'Jina AI API',
  key: 'jinaAIAPIKey',
})

export const voyage = vendor('Voyage AI', 'https://api.voyageai.com/v1', {
  name: 'voyageAIApi',
  label: 'Voyage AI API',
  key: 'apiKey',
})

export const comet = vendor('CometAPI', 'https://api.cometapi.com/v1', {
  name: 'cometApi',
  label: 'Comet API',
  key: 'cometApiKey',
})

export const alibaba = vendor('Alibaba Cloud', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', {
  name: 'AlibabaApi',
  label: 'Alibaba API',
  key: 'alibabaApiKey',
})

export const cloudflare = vendor('Cloudflare', 'https://api.cloudflare.com/client/v4/accounts', {
  name: 'cloudflareApi',
  label: 'Cloudflare API',
  key: 'cloudflareApiToken',
})
