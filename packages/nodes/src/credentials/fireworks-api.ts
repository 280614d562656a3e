import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { fireworks } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'fireworksApi',
  label: 'Fireworks API',
  version: 1,
  description: 'A key from fireworks.ai, under API keys.',
  icon: 'fireworks.svg',
  inputs: { fireworksApiKey: password({ label: 'Fireworks API key' }) },
  test: testByListingModels(fireworks),
})
