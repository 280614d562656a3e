import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'serperApi',
  label: 'Serper API',
  version: 1,
  icon: 'serper.svg',
  description: 'From the dashboard of serper.dev.',
  inputs: {
    serperApiKey: password({ label: 'Serper Api Key' }),
  },
})
