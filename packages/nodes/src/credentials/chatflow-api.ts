import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'chatflowApi',
  label: 'Chatflow API',
  version: 1,
  icon: 'chatflow-tool.svg',
  description: 'An API key of the other server, when the flow there needs one.',
  inputs: {
    chatflowApiKey: password({ label: 'Chatflow Api Key' }),
  },
})
