import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'litellmApi',
  label: 'LiteLLM API',
  version: 1,
  description: 'Needed only if your LiteLLM proxy requires a key.',
  icon: 'litellm.svg',
  inputs: { litellmApiKey: password({ label: 'LiteLLM API key' }) },
})
