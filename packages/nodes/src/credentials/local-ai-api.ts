import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'localAIApi',
  label: 'LocalAI API',
  version: 1,
  description: 'Only for a LocalAI server that was started with API keys.',
  icon: 'localai.svg',
  inputs: { localAIApiKey: password({ label: 'LocalAI API key' }) },
})
