import {
  asyncOptions,
  defineNode,
  type ChatModel,
  type ModelCache,
  type NodeAlias,
  type NodeDefinition,
} from '@chatwright/core'
import type { ModelList } from '../model-lists/model-list.ts'
import { withCache } from '../model-values/cached-model.ts'
import { timeoutsFrom, type Endpoint } from '../providers/endpoint.ts'
import * as fields from './chat-inputs.ts'
import { chatModel } from './chat-model.ts'
import { extraHeaders } from './extra-headers.ts'
import { listVendorModels } from './list-models.ts'
import { vendorEndpoint, type Vendor } from './vendor-endpoint.ts'

/** A vendor whose API is OpenAI's, at an address of its own. */
export interface CompatibleVendor extends Vendor {
  name: string
  label: string
  version: number
  description: string
  icon: string
  models: ModelList
  defaultModel: string
  documentation?: string
  /** Old names that mean this node. */
  aliases?: readonly NodeAlias[]
  temperature?: number
  /** Leaves models out of the vendor's list that do not chat. */
  isChatModel?: (id: string) => boolean
  reportsUsage?: boolean
  /** Without, agents describe their tools in words. */
  canCallTools?: boolean
  hasResponseSchema?: boolean
}

/** Declares the node of a vendor that needs nothing but an address, a key and a list of models. */
export function defineCompatibleChat(vendor: CompatibleVendor): NodeDefinition {
  return defineNode({
    name: vendor.name,
    label: vendor.label,
    version: vendor.version,
    category: 'Chat Models',
    description: vendor.description,
    icon: vendor.icon,
    baseClasses: [nodeType(vendor), 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
    credential: [vendor.credential.name],
    ...(vendor.documentation && { documentation: vendor.documentation }),
    ...(vendor.aliases && { aliases: vendor.aliases }),
    traits: { modelInput: 'modelName' },
    inputs: {
      cache: fields.cache,
      modelName: asyncOptions('listModels', {
        destination: false,
        label: 'Model',
        default: vendor.defaultModel,
        freeSolo: true,
        description: `A ${vendor.vendor} model. With a credential, the list shows your account's models.`,
      }),
      temperature: { ...fields.temperature, default: vendor.temperature ?? 0.9 },
      streaming: fields.streaming,
      allowImageUploads: fields.allowImageUploads,
      maxTokens: fields.maxTokens,
      topP: fields.topP,
      frequencyPenalty: fields.frequencyPenalty,
      presencePenalty: fields.presencePenalty,
      stopSequence: fields.stopSequence,
      timeout: fields.timeout,
      basepath: fields.basepath,
      baseOptions: fields.baseOptions,
    },
    build: ({ inputs, credential, context }) =>
      compatibleModel(vendorEndpoint(vendor, { credential, context, address: inputs.basepath }), inputs, vendor),
    load: {
      listModels: ({ inputs, credential, context, signal }) =>
        listVendorModels(vendor, {
          known: vendor.models,
          isWanted: vendor.isChatModel,
          address: inputs.basepath,
          credential,
          context,
          signal,
        }),
    },
  })
}

interface CompatibleInputs {
  modelName: string
  streaming: boolean
  cache?: ModelCache | undefined
  temperature?: number | undefined
  allowImageUploads?: boolean | undefined
  maxTokens?: number | undefined
  topP?: number | undefined
  frequencyPenalty?: number | undefined
  presencePenalty?: number | undefined
  stopSequence?: string | undefined
  timeout?: number | undefined
  baseOptions?: Record<string, unknown> | undefined
}

/** The model of a compatible server, from the inputs such nodes share. */
export function compatibleModel(
  endpoint: Endpoint,
  inputs: CompatibleInputs,
  can: Pick<CompatibleVendor, 'reportsUsage' | 'canCallTools' | 'hasResponseSchema'> & {
    extraParameters?: object
  } = {},
): ChatModel {
  const parameters = {
    temperature: inputs.temperature,
    max_tokens: inputs.maxTokens,
    top_p: inputs.topP,
    frequency_penalty: inputs.frequencyPenalty,
    presence_penalty: inputs.presencePenalty,
    stop: fields.stopList(inputs.stopSequence),
    ...can.extraParameters,
  }
  const model = chatModel({
    endpoint: {
      ...endpoint,
      headers: { ...endpoint.headers, ...extraHeaders(inputs.baseOptions) },
      timeouts: { ...endpoint.timeouts, ...timeoutsFrom(inputs.timeout) },
    },
    modelName: inputs.modelName,
    parameters,
    isStreaming: inputs.streaming,
    canSeeImages: inputs.allowImageUploads ?? false,
    reportsUsage: can.reportsUsage ?? true,
    canCallTools: can.canCallTools ?? true,
    hasResponseSchema: can.hasResponseSchema ?? false,
  })
  return withCache(model, inputs.cache, parameters)
}

function nodeType({ name }: CompatibleVendor): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
