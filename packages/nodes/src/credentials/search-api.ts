import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'searchApi',
  label: 'SearchApi',
  version: 1,
  icon: 'searchapi.svg',
  description: 'From the dashboard of searchapi.io.',
  inputs: {
    searchApiKey: password({ label: 'SearchApi API Key' }),
  },
})
