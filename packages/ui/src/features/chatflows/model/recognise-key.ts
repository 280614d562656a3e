import type { CredentialDescription, InputDescription } from '@chatwright/core'

/** What was pasted, as a key and the kinds of credential it may be, the likeliest first. */
export interface RecognisedKey {
  key: string
  kinds: readonly string[]
}

/** Reads a key out of what people paste: bare, in quotes, or as a line of an environment file. */
export function recogniseKey(text: string): RecognisedKey {
  const [, variable, value = ''] = /^(?:export\s+)?(?:([A-Z][A-Z0-9_]*)\s*=)?\s*(.*)$/s.exec(text.trim()) ?? []
  const key = value.replace(/^(["'])(.*)\1;?$/s, '$2').trim()
  const named = VARIABLES.find(([start]) => variable?.startsWith(start))
  if (named) return { key, kinds: [named[1]] }
  return { key, kinds: SHAPES.find(({ shape }) => shape.test(key))?.kinds ?? [] }
}

/** The one secret a kind is made of; a kind that wants more than a key cannot be made from a pasted one. */
export function onlySecret({ inputs }: CredentialDescription): InputDescription | undefined {
  const needed = inputs.filter((input) => !input.optional)
  return needed.length === 1 && needed[0]?.type === 'password' ? needed[0] : undefined
}

// Longer beginnings stand before the shorter ones they start with.
const SHAPES: readonly { shape: RegExp; kinds: readonly string[] }[] = [
  { shape: /^sk-ant-/, kinds: ['anthropicApi'] },
  { shape: /^sk-or-/, kinds: ['openRouterApi'] },
  { shape: /^sk-(proj|svcacct|admin)-|^sk-.*T3BlbkFJ/, kinds: ['openAIApi'] },
  { shape: /^sk-[0-9a-f]{32}$/, kinds: ['deepseekApi', 'openAIApi'] },
  { shape: /^sk-/, kinds: ['openAIApi', 'deepseekApi'] },
  { shape: /^AIza/, kinds: ['googleGenerativeAI'] },
  { shape: /^gsk_/, kinds: ['groqApi'] },
  { shape: /^xai-/, kinds: ['xaiApi'] },
  { shape: /^hf_/, kinds: ['huggingFaceApi'] },
  { shape: /^pplx-/, kinds: ['perplexityApi'] },
  { shape: /^csk-/, kinds: ['cerebrasAIApi'] },
  { shape: /^fw_/, kinds: ['fireworksApi'] },
  { shape: /^tgp_v1_/, kinds: ['togetherAIApi'] },
  { shape: /^r8_/, kinds: ['replicateApi'] },
  { shape: /^pa-/, kinds: ['voyageAIApi'] },
  { shape: /^jina_/, kinds: ['jinaAIApi'] },
  { shape: /^tvly-/, kinds: ['tavilyApi'] },
  { shape: /^pcsk_/, kinds: ['pineconeApi'] },
  { shape: /^(ghp|gho|github_pat)_/, kinds: ['githubApi'] },
]

const VARIABLES: readonly (readonly [start: string, kind: string])[] = [
  ['OPENAI_', 'openAIApi'],
  ['ANTHROPIC_', 'anthropicApi'],
  ['GEMINI_', 'googleGenerativeAI'],
  ['GOOGLE_', 'googleGenerativeAI'],
  ['GROQ_', 'groqApi'],
  ['XAI_', 'xaiApi'],
  ['OPENROUTER_', 'openRouterApi'],
  ['MISTRAL_', 'mistralAIApi'],
  ['DEEPSEEK_', 'deepseekApi'],
  ['COHERE_', 'cohereApi'],
  ['CO_API', 'cohereApi'],
  ['TOGETHER_', 'togetherAIApi'],
  ['FIREWORKS_', 'fireworksApi'],
  ['PERPLEXITY_', 'perplexityApi'],
  ['CEREBRAS_', 'cerebrasAIApi'],
  ['SAMBANOVA_', 'sambanovaApi'],
  ['HF_', 'huggingFaceApi'],
  ['HUGGINGFACE', 'huggingFaceApi'],
]
