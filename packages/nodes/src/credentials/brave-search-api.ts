import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'braveSearchApi',
  label: 'Brave Search API',
  version: 1,
  icon: 'brave.svg',
  description: "From the dashboard of Brave's search API.",
  inputs: {
    braveApiKey: password({ label: 'BraveSearch Api Key' }),
  },
})
