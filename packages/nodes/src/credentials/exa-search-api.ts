import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'exaSearchApi',
  label: 'Exa Search API',
  version: 1,
  icon: 'exa.svg',
  description: 'A key from dashboard.exa.ai.',
  inputs: {
    exaSearchApiKey: password({ label: 'ExaSearch Api Key' }),
  },
})
