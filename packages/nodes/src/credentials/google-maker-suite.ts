import { defineCredential, password } from '@chatwright/core'
import { googleEndpoint, listGoogleModels } from '../google/endpoint.ts'

export default defineCredential({
  name: 'googleMakerSuite',
  label: 'Google MakerSuite',
  version: 1,
  description: 'The older name of a Google AI Studio key. It works for the same models.',
  icon: 'google.svg',
  inputs: { googleMakerSuiteKey: password({ label: 'MakerSuite API key' }) },
  async test({ values, context, signal }) {
    const models = await listGoogleModels(googleEndpoint(values, context), 'generateContent', signal)
    return `Google accepted the key. It can use ${models.length} models.`
  },
})
