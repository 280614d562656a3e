import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'localAIApi',
  label: 'LocalAI API',
  version: 1,
  description: 'Needed only if your LocalAI server was started with API keys.',
  icon: 'localai.svg',
  inputs: { localAIApiKey: password({ label: 'LocalAI API key' }) },
})
