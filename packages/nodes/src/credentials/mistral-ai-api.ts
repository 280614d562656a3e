import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { mistral } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'mistralAIApi',
  label: 'Mistral AI API',
  version: 1,
  description: 'A key from console.mistral.ai, under API keys.',
  icon: 'mistral.svg',
  inputs: { mistralAIAPIKey: password({ label: 'Mistral AI API key' }) },
  test: testByListingModels(mistral),
})
