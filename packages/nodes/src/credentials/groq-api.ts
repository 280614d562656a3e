import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { groq } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'groqApi',
  label: 'Groq API',
  version: 1,
  description: 'A key from console.groq.com, under API Keys.',
  icon: 'groq.svg',
  inputs: { groqApiKey: password({ label: 'Groq API key' }) },
  test: testByListingModels(groq),
})
