import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'litellmApi',
  label: 'LiteLLM API',
  version: 1,
  description: 'Only for a LiteLLM proxy that asks for a key.',
  icon: 'litellm.svg',
  inputs: { litellmApiKey: password({ label: 'LiteLLM API key' }) },
})
