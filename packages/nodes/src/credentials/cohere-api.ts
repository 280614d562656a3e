import { defineCredential, password } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'cohereApi',
  label: 'Cohere API',
  version: 1,
  icon: 'cohere.svg',
  description: 'A key from dashboard.cohere.com, under API keys.',
  inputs: { cohereApiKey: password({ label: 'Cohere Api Key' }) },
  async test({ values, context, signal }) {
    await requestJson(
      {
        fetch: context.fetch,
        service: 'Cohere',
        url: 'https://api.cohere.com/v1/models?page_size=1',
        headers: { authorization: `Bearer ${values.cohereApiKey ?? ''}` },
        signal,
      },
      z.unknown(),
    )
    return 'Cohere accepted the key.'
  },
})
