import { chatModelOf, type ChosenModel } from '../shared/models.ts'
import { numberOf, record, text } from '../shared/values.ts'

const PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  azure_openai: 'azure',
  google: 'google',
  gemini: 'google',
  vertex_ai: 'google',
  anthropic: 'anthropic',
  openrouter: 'openrouter',
  groq: 'groq',
  mistralai: 'mistral',
  ollama: 'ollama',
  deepseek: 'deepseek',
  cohere: 'cohere',
  'x-ai': 'xai',
  x: 'xai',
  perplexity: 'perplexity',
  togetherai: 'together',
  fireworks: 'fireworks',
  tongyi: 'tongyi',
  nvidia: 'nvidia',
  huggingface_hub: 'huggingface',
  localai: 'localai',
  lmstudio: 'lmstudio',
}

/** A model of Dify's; one of a provider that is not here is asked for as one of OpenAI's kind, whose address is to be entered. */
export function readDifyModel(value: unknown): { chosen: ChosenModel; isKnown: boolean; provider: string } | undefined {
  const { provider, name, model, completion_params } = record(value)
  const parameters = record(completion_params)
  const parts = text(provider).split('/')
  const key = parts.at(-1) ?? ''
  const settings = {
    model: text(name) || text(model) || undefined,
    temperature: numberOf(parameters['temperature']),
    maxTokens: numberOf(parameters['max_tokens'] ?? parameters['max_output_tokens']),
    topP: numberOf(parameters['top_p']),
  }
  const known = Object.hasOwn(PROVIDERS, key) ? PROVIDERS[key] : undefined
  const chosen = chatModelOf(known ?? 'compatible', settings)
  return chosen && { chosen, isKnown: known !== undefined, provider: key }
}
