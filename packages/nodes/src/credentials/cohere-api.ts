import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'cohereApi',
  label: 'Cohere API',
  version: 1,
  icon: 'cohere.svg',
  description: 'From dashboard.cohere.com, API keys.',
  inputs: { cohereApiKey: password({ label: 'Cohere Api Key' }) },
})
