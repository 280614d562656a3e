import type { LocalModelServer } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'

/** A model of this machine as the palette shows it, with the values its node comes with. */
export interface LocalEntry {
  description: NodeDescription
  inputs: Readonly<Record<string, string>>
}

/** The models that run here, each as the node that speaks to it; a node the catalogue lacks cannot be added. */
export function localEntries(
  servers: readonly LocalModelServer[],
  { catalogue, note }: { catalogue: readonly NodeDescription[]; note: (server: LocalModelServer) => string },
): LocalEntry[] {
  return servers.flatMap((server) => {
    const node = catalogue.find(({ name }) => name === server.nodeName)
    if (!node) return []
    const { badge: _, ...description } = node
    return server.models.map((model) => ({
      description: { ...description, label: model, description: note(server) },
      inputs: { [server.addressInput]: server.address, modelName: model },
    }))
  })
}
