import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'ollamaApi',
  label: 'Ollama API',
  version: 1,
  description: 'Only for an Ollama server that asks for a key; your own machine does not.',
  icon: 'ollama.svg',
  inputs: { ollamaApiKey: password({ label: 'Ollama API key' }) },
})
