import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { xai } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'xaiApi',
  label: 'xAI API',
  version: 1,
  description: 'A key from console.x.ai.',
  icon: 'xai.svg',
  inputs: { xaiApiKey: password({ label: 'xAI API key' }) },
  test: testByListingModels(xai),
})
