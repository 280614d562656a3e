import { defineCredential, password } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'serpApi',
  label: 'Serp API',
  version: 1,
  icon: 'serpapi.svg',
  description: 'A key from the serpapi.com dashboard.',
  inputs: {
    serpApiKey: password({ label: 'Serp Api Key' }),
  },
  async test({ values, context, signal }) {
    await requestJson(
      {
        fetch: context.fetch,
        service: 'SerpApi',
        url: `https://serpapi.com/account.json?api_key=${encodeURIComponent(values.serpApiKey ?? '')}`,
        signal,
      },
      z.unknown(),
    )
    return 'SerpApi accepted the key.'
  },
})
