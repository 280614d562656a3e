import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'voyageAIApi',
  label: 'Voyage AI API',
  version: 1,
  icon: 'voyage.svg',
  description: 'A key from dash.voyageai.com.',
  inputs: { apiKey: password({ label: 'Voyage AI API Key' }) },
})
