import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { sambanova } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'sambanovaApi',
  label: 'SambaNova API',
  version: 1,
  description: 'A key from cloud.sambanova.ai.',
  icon: 'sambanova.svg',
  inputs: { sambanovaApiKey: password({ label: 'SambaNova API key' }) },
  test: testByListingModels(sambanova),
})
