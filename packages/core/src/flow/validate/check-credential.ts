import type { NodeDescription } from '../../node/definition.ts'
import type { FlowNode } from '../document.ts'
import type { Problem } from './problem.ts'

/** A node that calls a vendor needs a credential that exists. */
export function checkCredential(
  { id, data }: FlowNode,
  { credential }: NodeDescription,
  known: ReadonlySet<string> | undefined,
): Problem[] {
  const chosen = data.credential ?? data.inputs['FLOWISE_CREDENTIAL_ID']
  const isMissing = chosen === undefined || chosen === ''
  if (!credential || (isMissing && credential.optional)) return []
  if (!isMissing && (!known || (typeof chosen === 'string' && known.has(chosen)))) return []
  return [
    {
      code: 'missing-credential',
      severity: 'error',
      nodeId: id,
      field: credential.name,
      message: isMissing
        ? `${data.label} has no credential.`
        : `The credential of ${data.label} doesn't exist on this server.`,
      phrase: { id: isMissing ? 'credentialMissing' : 'credentialGone', values: { node: data.label } },
      fix: 'Choose a credential on the node, or create one there.',
      action: { type: 'choose-credential', nodeId: id },
    },
  ]
}
