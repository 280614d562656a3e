import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'jinaAIApi',
  label: 'Jina AI API',
  version: 1,
  icon: 'jina.svg',
  description: 'A key from jina.ai.',
  inputs: { jinaAIAPIKey: password({ label: 'Jina AI API Key' }) },
})
