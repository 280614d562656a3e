import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { comet } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'cometApi',
  label: 'Comet API',
  version: 1,
  description: 'A key from cometapi.com.',
  icon: 'comet.svg',
  inputs: { cometApiKey: password({ label: 'Comet API key' }) },
  test: testByListingModels(comet),
})
