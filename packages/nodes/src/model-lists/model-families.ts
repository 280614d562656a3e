/** How the names of a vendor's models begin, by the nodes that ask that vendor and nobody else. */
const families: Readonly<Record<string, readonly string[]>> = {
  chatOpenAI: ['gpt-', 'chatgpt-', 'o1', 'o3', 'o4', 'ft:'],
  openAI: ['gpt-', 'chatgpt-', 'o1', 'o3', 'o4', 'ft:'],
  chatAnthropic: ['claude-'],
  chatGoogleGenerativeAI: ['gemini-', 'gemma-'],
  chatMistralAI: ['mistral-', 'ministral-', 'magistral-', 'codestral-', 'devstral-', 'pixtral-', 'open-mistral-'],
  chatXAI: ['grok-'],
  chatCohere: ['command-', 'c4ai-'],
  chatPerplexity: ['sonar'],
  chatDeepseek: ['deepseek-'],
  chatFireworks: ['accounts/fireworks/'],
}

/** Where a node is told to ask another server, which may know anything. */
const ADDRESSES = ['basepath', 'basePath', 'baseUrl', 'overrideEndpoint']

/** A node that asks a model, as it is filled in. */
export interface ModelNode {
  name: string
  inputs: Readonly<Record<string, unknown>>
}

/** What of a node matters here, without the rest of what it is filled in with. */
export function modelNodeOf({ name, inputs }: ModelNode): ModelNode {
  return { name, inputs: Object.fromEntries(ADDRESSES.map((field) => [field, inputs[field]])) }
}

/** Whether a node may ask a model of this name. It cannot where the name is one of another vendor. */
export function mayAskModel({ name, inputs }: ModelNode, model: string): boolean {
  const own = families[name]
  if (!own || ADDRESSES.some((field) => typeof inputs[field] === 'string' && inputs[field] !== '')) return true
  const isOf = (beginnings: readonly string[]): boolean => beginnings.some((beginning) => model.startsWith(beginning))
  return isOf(own) || !Object.values(families).some(isOf)
}
