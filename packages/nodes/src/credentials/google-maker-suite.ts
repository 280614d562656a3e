import { defineCredential, password } from '@chatwright/core'
import { googleEndpoint, listGoogleModels } from '../google/endpoint.ts'

export default defineCredential({
  name: 'googleMakerSuite',
  label: 'Google MakerSuite',
  version: 1,
  description: 'An older name for a key from Google AI Studio; it works for the same models.',
  icon: 'google.svg',
  inputs: { googleMakerSuiteKey: password({ label: 'MakerSuite API key' }) },
  async test({ values, context, signal }) {
    const models = await listGoogleModels(googleEndpoint(values, context), 'generateContent', signal)
    return `Google accepted the key; it may use ${models.length} models.`
  },
})
