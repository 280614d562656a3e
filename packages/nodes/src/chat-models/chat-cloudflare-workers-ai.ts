import { defineNode, NodeError, string } from '@chatwright/core'
import { pathSegment } from '../http/path-segment.ts'
import * as fields from '../openai-compatible/chat-inputs.ts'
import { compatibleModel } from '../openai-compatible/define-chat-model.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { cloudflare } from '../openai-compatible/vendors.ts'

export default defineNode({
  name: 'chatCloudflareWorkersAI',
  label: 'ChatCloudflareWorkersAI',
  version: 1,
  category: 'Chat Models',
  description: 'Chats with open models on Cloudflare Workers AI.',
  icon: 'cloudflare.svg',
  baseClasses: ['ChatCloudflareWorkersAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  documentation: 'https://developers.cloudflare.com/workers-ai/models',
  credential: [cloudflare.credential.name],
  traits: { modelInput: 'model' },
  inputs: {
    cache: fields.cache,
    model: string({
      destination: false,
      label: 'Model',
      default: '@cf/meta/llama-3.1-8b-instruct-fast',
      description: "The model's name, starting with @cf/.",
    }),
    temperature: fields.temperature,
    streaming: fields.streaming,
    maxTokens: fields.maxTokens,
    topP: fields.topP,
    timeout: fields.timeout,
    baseUrl: string({
      destination: true,
      label: 'Base URL',
      optional: true,
      additional: true,
      placeholder: cloudflare.baseUrl,
      description: 'The base URL before the account ID. Leave empty for Cloudflare.',
    }),
  },
  build({ inputs, credential, context }) {
    const account = credential.cloudflareAccountId?.trim()
    if (!account) {
      throw new NodeError('The Cloudflare credential has no account ID.', {
        code: 'missing-credential',
        field: 'credential',
        hint: 'Enter the account ID in the credential "Cloudflare API". Cloudflare shows it on the Workers AI overview page.',
      })
    }
    const segment = pathSegment('Account ID', account)
    const under = (base: string): string => `${base.replace(/\/$/, '')}/${segment}/ai/v1`
    const vendor = { ...cloudflare, baseUrl: under(cloudflare.baseUrl) }
    const address = inputs.baseUrl ? under(inputs.baseUrl) : undefined
    return compatibleModel(vendorEndpoint(vendor, { credential, context, address, addressField: 'baseUrl' }), {
      ...inputs,
      modelName: inputs.model,
    })
  },
})
