import { AppError } from '@chatwright/contract/errors'
import { NodeError, type CredentialValues, type NodeContext } from '@chatwright/core'
import type { Effects } from '@chatwright/engine'

/** The effects that are the same for every flow. */
export interface Platform {
  context: Omit<NodeContext, 'flow' | 'flows'>
  /** Decrypts a credential if it is of one of the kinds and this flow may use it. */
  credential(id: string, use: { allowedNames: readonly string[]; flowId: string }): Promise<CredentialValues>
  /** Takes the values of credentials and secret variables out of what a model or a person would read. */
  hideSecrets<Value>(value: Value): Value
}

/** Composes what the nodes of one flow may do. Kept per flow: shared nodes hold on to it. */
export function createEffects(
  { context, credential, hideSecrets }: Platform,
  { flow, flows, withholdsSecrets }: Pick<NodeContext, 'flow' | 'flows'> & { withholdsSecrets?: true | undefined },
): Effects {
  return {
    context: {
      flow,
      flows,
      ...context,
      ...(withholdsSecrets && { variables: () => context.variables({ withoutSecrets: true }) }),
    },
    hideSecrets,
    credential: (id, allowedNames) => credential(id, { allowedNames, flowId: flow.id }).catch(explainRefusal),
  }
}

/** The builder can mend it: the error belongs to the node that was given this credential. */
function explainRefusal(error: unknown): never {
  if (!(error instanceof AppError) || !error.code.startsWith('credential-')) throw error
  throw new NodeError(error.message, {
    code: 'wrong-credential',
    field: 'credential',
    hint: 'Choose another credential.',
    cause: error,
  })
}
