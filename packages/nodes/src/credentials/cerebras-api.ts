import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { cerebras } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'cerebrasAIApi',
  label: 'Cerebras API',
  version: 1,
  description: 'A key from cloud.cerebras.ai.',
  icon: 'cerebras.svg',
  inputs: { cerebrasApiKey: password({ label: 'Cerebras API key' }) },
  test: testByListingModels(cerebras),
})
