import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'qdrantApi',
  label: 'Qdrant API',
  version: 1,
  icon: 'qdrant.svg',
  description: 'An API key of your Qdrant cluster.',
  inputs: {
    qdrantApiKey: password({ label: 'Qdrant API Key' }),
  },
})
