import type { FlowAbout } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'

type Described = Pick<NodeDescription, 'category' | 'label'>

/** What a flow does, told by the kinds of its nodes: the first that it has says most about it. */
const TELLING: readonly (readonly [FlowAbout['does'], readonly string[]])[] = [
  ['steps', ['Agent Flows']],
  ['team', ['Multi Agents', 'Sequential Agents']],
  ['agent', ['Agents']],
  ['documents', ['Vector Stores', 'Retrievers', 'Document Loaders']],
  ['remembers', ['Memory']],
  ['answers', ['Chains', 'Chat Models', 'LLMs']],
]
const MODELS = ['Chat Models', 'LLMs']

/** In a few words what a flow is for, as its nodes tell; nothing where they tell nothing. */
export function aboutFlow(
  nodeNames: readonly string[],
  describe: (name: string) => Described | undefined,
): FlowAbout | undefined {
  const nodes = nodeNames.flatMap((name) => describe(name) ?? [])
  const has = (categories: readonly string[]) => nodes.find(({ category }) => categories.includes(category))
  const found = TELLING.find(([, categories]) => has(categories))
  if (!found) return undefined
  return { does: found[0], model: has(MODELS)?.label ?? null }
}
