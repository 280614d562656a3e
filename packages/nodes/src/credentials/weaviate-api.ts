import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'weaviateApi',
  label: 'Weaviate API',
  version: 1,
  icon: 'weaviate.svg',
  description: 'An API key of your Weaviate cluster.',
  inputs: {
    weaviateApiKey: password({ label: 'Weaviate API Key' }),
  },
})
