import { AppError, type NodeLoadRequest, type NodeOption } from '@chatwright/contract'
import {
  createCatalogueIndex,
  type CredentialDescription,
  type CredentialValues,
  type NodeContext,
  type NodeDescription,
} from '@chatwright/core'
import { toFault } from '@chatwright/engine'
import type { Catalogue } from '@chatwright/nodes'
import { hideSecrets } from '../credentials/credential-fields.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { toolArguments } from './tool-arguments.ts'

export type NodeService = ReturnType<typeof createNodeService>

const LOAD_TIMEOUT_MS = 20_000

interface NodeDependencies {
  catalogue: Catalogue
  credentials: Pick<CredentialService, 'forCanvas'>
  context: NodeContext
}

export function createNodeService({ catalogue, credentials, context }: NodeDependencies) {
  const index = createCatalogueIndex(catalogue.nodes)

  /** By any name the node has or had: clients ask for what their flows name. */
  function describe(name: string): NodeDescription {
    const description = index.describe(name)
    if (!description) throw new AppError('node-not-found', { name })
    return description
  }

  function describeKind(name: string): CredentialDescription {
    const kind = catalogue.describeCredential(name)
    if (!kind) throw new AppError('credential-kind-not-found', { name })
    return kind
  }

  return {
    describe,

    iconPath: (name: string) => catalogue.iconPath(index.describe(name)?.name ?? name),

    inCategory: (category: string) => catalogue.nodes.filter((node) => node.category === category),

    /** One kind, or a list when several names are joined by `&`. */
    describeKinds: (names: string) =>
      names.includes('&') ? names.split('&').map((name) => describeKind(name)) : describeKind(names),

    /** The choices of an input. A fault is an error: an empty list would look like a vendor without models. */
    async loadOptions(name: string, request: NodeLoadRequest): Promise<NodeOption[]> {
      const { name: today, credential: accepted } = describe(name)
      const { load } = await catalogue.loadNode(today)
      const method = load && Object.hasOwn(load, request.loadMethod) ? load[request.loadMethod] : undefined
      if (!method) throw new AppError('load-method-not-found', { name, loadMethod: request.loadMethod })
      const credential: CredentialValues = request.credential
        ? await credentials.forCanvas(request.credential, accepted?.credentialNames ?? [])
        : {}
      try {
        const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS)
        return await method({
          inputs: request.inputs ?? {},
          credential,
          context,
          signal,
          catalogue: catalogue.nodes,
          previousNodes: request.previousNodes ?? [],
          toolArguments: (chosen) => toolArguments(chosen, { catalogue, credentials, context, signal }),
        })
      } catch (error) {
        const { code, message, hint } = toFault(error)
        throw new AppError(
          'load-method-failed',
          { code, ...(hint !== undefined && { hint: hideSecrets(hint, credential) }) },
          { message: hideSecrets(message, credential), cause: error },
        )
      }
    },
  }
}
