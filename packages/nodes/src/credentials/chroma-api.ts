import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'chromaApi',
  label: 'Chroma API',
  version: 1,
  icon: 'chroma.svg',
  description: "The server's token, or a Chroma Cloud key with its tenant and database.",
  inputs: {
    chromaApiKey: password({ label: 'Chroma Api Key', optional: true }),
    chromaTenant: string({ label: 'Chroma Tenant', optional: true }),
    chromaDatabase: string({ label: 'Chroma Database', optional: true }),
  },
})
