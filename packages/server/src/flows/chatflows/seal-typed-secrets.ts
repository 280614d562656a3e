import { isSealedValue, sealedInputs, withInputs, type Change, type Describe, type Flow } from '@chatwright/core'

/** Where the secrets of flows are stored, apart from them. */
export interface SecretKeeper {
  /** Stores a secret, and returns what stands for it in a flow. */
  keep(secret: string): Promise<string>
  /** Nothing when this server does not have it. */
  find(reference: string): Promise<string | undefined>
}

/** Stores the secrets typed into a flow, encrypted, and leaves what stands for them. Says which of them this server does not have. */
export async function sealTypedSecrets(
  flow: Flow,
  { secrets, describe }: { secrets: SecretKeeper; describe: Describe },
): Promise<{ flow: Flow; changes: Change[] }> {
  const changes: Change[] = []
  const nodes: Flow['nodes'] = []
  for (const node of flow.nodes) {
    const sealed: Record<string, string> = {}
    for (const { name, label, value } of sealedInputs(node.data, describe)) {
      if (!isSealedValue(value)) sealed[name] = await secrets.keep(value)
      else if ((await secrets.find(value)) === undefined) {
        const message = `${node.data.label}: this server doesn't have the secret in "${label}". Enter it again.`
        changes.push({ kind: 'dropped-value', nodeId: node.id, message })
      }
    }
    nodes.push(Object.keys(sealed).length === 0 ? node : withInputs(node, sealed))
  }
  return { flow: nodes.every((node, index) => node === flow.nodes[index]) ? flow : { ...flow, nodes }, changes }
}
