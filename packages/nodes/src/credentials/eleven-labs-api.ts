import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'elevenLabsApi',
  label: 'ElevenLabs API',
  version: 1,
  description: 'A key from elevenlabs.io, under API keys. Used to read answers aloud.',
  icon: 'elevenlabs.svg',
  inputs: { elevenLabsApiKey: password({ label: 'ElevenLabs API key', placeholder: 'sk_…' }) },
})
