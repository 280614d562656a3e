import { defineNode, string, type NodeDefinition } from '@chatwright/core'
import * as fields from './chat-inputs.ts'
import { compatibleModel } from './define-chat-model.ts'
import { vendorEndpoint, type Vendor } from './vendor-endpoint.ts'

/** A program with OpenAI's API that builders run themselves, at an address they type. */
export interface ServerChat {
  name: string
  label: string
  version: number
  description: string
  icon: string
  baseClasses: readonly string[]
  documentation: string
  keywords?: readonly string[]
  server: Vendor
  /** Where it usually listens. */
  address: string
  addressHelp: string
  exampleModel: string
}

/** Declares the node of a server whose key, when it has one, is optional. */
export function defineServerChat({
  server,
  address,
  addressHelp,
  exampleModel,
  keywords,
  ...node
}: ServerChat): NodeDefinition {
  return defineNode({
    ...node,
    category: 'Chat Models',
    ...(keywords && { keywords }),
    credential: { names: [server.credential.name], optional: true },
    traits: { modelInput: 'modelName' },
    inputs: {
      cache: fields.cache,
      basePath: string({ destination: true, label: 'Base path', placeholder: address, description: addressHelp }),
      modelName: string({ destination: false, label: 'Model name', placeholder: exampleModel }),
      temperature: fields.temperature,
      streaming: fields.streaming,
      allowImageUploads: fields.allowImageUploads,
      maxTokens: fields.maxTokens,
      topP: fields.topP,
      timeout: fields.timeout,
    },
    example: { basePath: address, modelName: exampleModel },
    build: ({ inputs, credential, context }) =>
      compatibleModel(
        vendorEndpoint(server, { credential, context, address: inputs.basePath, addressField: 'basePath' }),
        inputs,
      ),
  })
}
