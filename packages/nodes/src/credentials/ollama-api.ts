import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'ollamaApi',
  label: 'Ollama API',
  version: 1,
  description: "Needed only if your Ollama server requires a key. A local Ollama doesn't.",
  icon: 'ollama.svg',
  inputs: { ollamaApiKey: password({ label: 'Ollama API key' }) },
})
