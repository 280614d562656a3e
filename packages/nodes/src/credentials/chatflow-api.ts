import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'chatflowApi',
  label: 'Chatflow API',
  version: 1,
  icon: 'chatflow-tool.svg',
  description: 'An API key of the other server, if its flow requires one.',
  inputs: {
    chatflowApiKey: password({ label: 'Chatflow Api Key' }),
  },
})
