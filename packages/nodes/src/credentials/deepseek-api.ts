import { defineCredential, password } from '@chatwright/core'
import { testByListingModels } from '../openai-compatible/test-key.ts'
import { deepseek } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'deepseekApi',
  label: 'DeepSeek API',
  version: 1,
  description: 'A key from platform.deepseek.com, under API keys.',
  icon: 'deepseek.svg',
  inputs: { deepseekApiKey: password({ label: 'DeepSeek API key' }) },
  test: testByListingModels(deepseek),
})
