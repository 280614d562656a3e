import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'braveSearchApi',
  label: 'Brave Search API',
  version: 1,
  icon: 'brave.svg',
  description: 'A key from the Brave Search API dashboard.',
  inputs: {
    braveApiKey: password({ label: 'BraveSearch Api Key' }),
  },
})
