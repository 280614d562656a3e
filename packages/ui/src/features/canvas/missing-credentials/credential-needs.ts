import type { CredentialSummary } from '@chatwright/contract'
import type { Edit, Flow, FlowNode } from '@chatwright/core'

/** Nodes that want the same kind of credential and have none. */
export interface CredentialNeed {
  /** The kinds any of which will do; most nodes take one. */
  kinds: readonly string[]
  nodes: readonly FlowNode[]
  /** Stored credentials of these kinds, the newest first. */
  fitting: readonly CredentialSummary[]
}

/** What a flow still wants before it can run, in the order of its nodes. */
export function credentialNeeds(flow: Flow, stored: readonly CredentialSummary[]): CredentialNeed[] {
  const known = new Set(stored.map(({ id }) => id))
  const groups = new Map<string, { kinds: readonly string[]; nodes: FlowNode[] }>()
  for (const node of flow.nodes) {
    const kinds = neededKinds(node)
    // A credential that is gone, or was another server's, is as good as none.
    if (kinds.length === 0 || known.has(node.data.credential ?? '')) continue
    const key = kinds.toSorted().join(' ')
    const group = groups.get(key)
    if (group) group.nodes.push(node)
    else groups.set(key, { kinds, nodes: [node] })
  }
  return [...groups.values()].map(({ kinds, nodes }) => ({ kinds, nodes, fitting: fittingCredentials(stored, kinds) }))
}

/** Gives every node of each need its credential. */
export function fillCredentials(
  choices: readonly { need: Pick<CredentialNeed, 'nodes'>; credentialId: string }[],
): Edit[] {
  return choices.flatMap(({ need, credentialId }) =>
    need.nodes.map(({ id }) => ({ do: 'credential' as const, id, credential: credentialId })),
  )
}

function neededKinds({ data }: FlowNode): readonly string[] {
  const param = data.inputParams.find(({ type }) => type === 'credential')
  return param && !param.optional ? (param.credentialNames ?? []) : []
}

function fittingCredentials(stored: readonly CredentialSummary[], kinds: readonly string[]): CredentialSummary[] {
  return stored
    .filter(({ credentialName }) => kinds.includes(credentialName))
    .toSorted((a, b) => b.createdDate.localeCompare(a.createdDate))
}
