import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'assemblyAIApi',
  label: 'AssemblyAI API',
  version: 1,
  description: 'A key from assemblyai.com, under API keys. Used to turn speech into text.',
  icon: 'assemblyai.svg',
  inputs: { assemblyAIApiKey: password({ label: 'AssemblyAI API key' }) },
})
