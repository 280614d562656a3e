import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'googleCustomSearchApi',
  label: 'Google Custom Search API',
  version: 1,
  icon: 'google-search.svg',
  description: "A key from the Google Cloud console and your search engine's ID.",
  inputs: {
    googleCustomSearchApiKey: password({ label: 'Google Custom Search Api Key' }),
    googleCustomSearchApiId: string({ label: 'Programmable Search Engine ID' }),
  },
})
