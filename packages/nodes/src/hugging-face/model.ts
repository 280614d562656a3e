import type { ChatModel, CredentialValues, InputValues, NodeContext } from '@chatwright/core'
import { compatibleModel } from '../openai-compatible/define-chat-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { huggingFace } from '../openai-compatible/vendors.ts'
import type { huggingFaceInputs } from './inputs.ts'

/** A model behind the shared service, or behind an endpoint of the builder's own. */
export function huggingFaceModel(
  inputs: InputValues<typeof huggingFaceInputs>,
  { credential, context }: { credential: CredentialValues; context: NodeContext },
): ChatModel {
  const address = inputs.endpoint && `${inputs.endpoint.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1`
  const endpoint = vendorEndpoint(huggingFace, { credential, context, address, addressField: 'endpoint' })
  return compatibleModel(
    endpoint,
    { ...inputs, modelName: inputs.model },
    { extraParameters: { top_k: inputs.hfTopK } },
  )
}
