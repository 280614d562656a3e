import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { together } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'togetherAIApi',
  label: 'Together AI API',
  version: 1,
  description: 'A key from api.together.ai, under Settings.',
  icon: 'together.svg',
  inputs: { togetherAIApiKey: password({ label: 'Together AI API key' }) },
  test: testByListingModels(together),
})
