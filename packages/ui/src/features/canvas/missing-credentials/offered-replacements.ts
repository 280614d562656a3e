import type { CredentialSummary, LocalModelServer } from '@chatwright/contract'
import { createCatalogueIndex, Draft } from '@chatwright/core'
import type { Flow, NodeDescription } from '@chatwright/core'

import type { CredentialNeed } from './credential-needs.ts'
import { replaceModels } from './replace-model.ts'
import type { Replacement } from './replace-model.ts'

/** A replacement with what the person knows it by. */
export interface OfferedReplacement extends Replacement {
  key: string
  /** The credential's name, or the local model's. */
  name: string
  /** The program that runs a local model. */
  server: string | undefined
}

interface Surroundings {
  flow: Flow
  catalogue: readonly NodeDescription[]
  credentials: readonly CredentialSummary[]
  localServers: readonly LocalModelServer[]
}

/** Enough to choose from; the palette has all of them. */
const MOST_LOCAL_MODELS = 4

/** Chat models that would run at once in place of the ones that want a credential. */
export function offeredReplacements(need: CredentialNeed, surroundings: Surroundings): OfferedReplacement[] {
  if (!need.nodes.every((node) => node.data.category === 'Chat Models')) return []
  const { flow } = surroundings
  const index = createCatalogueIndex(surroundings.catalogue)
  return [...withCredentials(need, surroundings), ...onThisMachine(surroundings)].filter((offer) =>
    replaceModels(new Draft(flow, index), need.nodes, offer),
  )
}

function withCredentials(need: CredentialNeed, { catalogue, credentials }: Surroundings): OfferedReplacement[] {
  return credentials.flatMap(({ id, name, credentialName }) => {
    if (need.kinds.includes(credentialName)) return []
    const description = catalogue.find((node) => isRunnableModel(node, credentialName))
    if (!description) return []
    return [{ key: id, name, server: undefined, description, inputs: {}, credentialId: id }]
  })
}

function onThisMachine({ catalogue, localServers }: Surroundings): OfferedReplacement[] {
  return localServers.flatMap(({ label, address, addressInput, nodeName, models }) => {
    const description = catalogue.find((node) => node.name === nodeName)
    if (!description) return []
    return models.slice(0, MOST_LOCAL_MODELS).map((model) => ({
      key: `${address} ${model}`,
      name: model,
      server: label,
      description,
      inputs: { [addressInput]: address, modelName: model },
      credentialId: undefined,
    }))
  })
}

/** With its credential and its defaults it must lack nothing. */
function isRunnableModel({ category, credential, inputs }: NodeDescription, kind: string): boolean {
  return (
    category === 'Chat Models' &&
    credential?.credentialNames?.[0] === kind &&
    !credential.optional &&
    inputs.every((input) => input.optional || (input.default ?? '') !== '')
  )
}
