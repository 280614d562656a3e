import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'serperApi',
  label: 'Serper API',
  version: 1,
  icon: 'serper.svg',
  description: 'A key from the serper.dev dashboard.',
  inputs: {
    serperApiKey: password({ label: 'Serper Api Key' }),
  },
})
