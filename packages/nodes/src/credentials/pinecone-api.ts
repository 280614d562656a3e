import { defineCredential, password } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'pineconeApi',
  label: 'Pinecone API',
  version: 1,
  icon: 'pinecone.svg',
  description: 'A key from the Pinecone console, under API keys.',
  inputs: {
    pineconeApiKey: password({ label: 'Pinecone Api Key' }),
  },
  async test({ values, context, signal }) {
    const { indexes } = await requestJson(
      {
        fetch: context.fetch,
        service: 'Pinecone',
        url: 'https://api.pinecone.io/indexes',
        headers: { 'Api-Key': values.pineconeApiKey ?? '', 'X-Pinecone-API-Version': '2025-04' },
        signal,
      },
      z.object({ indexes: z.array(z.object({ name: z.string() })).default([]) }),
    )
    return `Pinecone accepted the key. It can see ${indexes.length} indexes.`
  },
})
