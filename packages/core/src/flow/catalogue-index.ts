import type { NodeAlias, NodeDescription } from '../node/definition.ts'

/** The catalogue, found by name. */
export interface CatalogueIndex {
  /** The node of this name, today's or an older one. */
  describe(name: string): NodeDescription | undefined
  /** What an older name means today; nothing for a name that is today's. */
  aliasOf(name: string): { description: NodeDescription; alias: NodeAlias } | undefined
}

/** Makes a catalogue searchable by every name its nodes have or had. A name of today wins over an older one. */
export function createCatalogueIndex(descriptions: Iterable<NodeDescription>): CatalogueIndex {
  const byName = new Map<string, NodeDescription>()
  const byAlias = new Map<string, { description: NodeDescription; alias: NodeAlias }>()
  for (const description of descriptions) {
    byName.set(description.name, description)
    for (const alias of description.aliases ?? []) byAlias.set(alias.name, { description, alias })
  }
  return {
    describe: (name) => byName.get(name) ?? byAlias.get(name)?.description,
    aliasOf: (name) => (byName.has(name) ? undefined : byAlias.get(name)),
  }
}
