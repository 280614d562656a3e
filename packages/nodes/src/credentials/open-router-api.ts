import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { openRouter } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'openRouterApi',
  label: 'OpenRouter API',
  version: 1,
  description: 'A key from openrouter.ai, under Keys.',
  icon: 'openrouter.svg',
  inputs: { openRouterApiKey: password({ label: 'OpenRouter API key' }) },
  test: testByListingModels(openRouter),
})
