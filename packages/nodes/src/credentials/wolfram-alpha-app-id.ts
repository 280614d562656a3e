import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'wolframAlphaAppId',
  label: 'WolframAlpha App ID',
  version: 1,
  icon: 'wolfram.svg',
  description: 'An app ID from developer.wolframalpha.com.',
  inputs: {
    wolframAlphaAppId: password({ label: 'App ID' }),
  },
})
