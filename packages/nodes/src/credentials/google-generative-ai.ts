import { defineCredential, password } from '@chatwright/core'
import { googleEndpoint, listGoogleModels } from '../google/endpoint.ts'

export default defineCredential({
  name: 'googleGenerativeAI',
  label: 'Google Generative AI',
  version: 1,
  description: 'A key from aistudio.google.com, under Get API key.',
  icon: 'google.svg',
  inputs: { googleGenerativeAPIKey: password({ label: 'Google AI API key' }) },
  async test({ values, context, signal }) {
    const models = await listGoogleModels(googleEndpoint(values, context), 'generateContent', signal)
    return `Google accepted the key. It can use ${models.length} models.`
  },
})
