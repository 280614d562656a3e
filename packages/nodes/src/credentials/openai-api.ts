import { defineCredential, password } from '@chatwright/core'
import { openAi } from '../openai-compatible/openai-vendor.ts'
import { testByListingModels } from '../openai-compatible/test-key.ts'

export default defineCredential({
  name: 'openAIApi',
  label: 'OpenAI API',
  version: 1,
  description: 'A key from platform.openai.com, under API keys.',
  icon: 'openai.svg',
  inputs: { openAIApiKey: password({ label: 'OpenAI API key', placeholder: 'sk-…' }) },
  test: testByListingModels(openAi),
})
