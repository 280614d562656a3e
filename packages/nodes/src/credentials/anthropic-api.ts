import { defineCredential, password } from '@chatwright/core'
import { anthropicEndpoint, listAnthropicModels } from '../anthropic/endpoint.ts'

export default defineCredential({
  name: 'anthropicApi',
  label: 'Anthropic API',
  version: 1,
  description: 'A key from platform.claude.com, under API keys.',
  icon: 'anthropic.svg',
  inputs: { anthropicApiKey: password({ label: 'Anthropic API key', placeholder: 'sk-ant-…' }) },
  async test({ values, context, signal }) {
    const models = await listAnthropicModels(anthropicEndpoint(values, context), signal)
    return `Anthropic accepted the key. It can use ${models.length} models.`
  },
})
