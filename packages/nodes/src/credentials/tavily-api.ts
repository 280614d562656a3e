import { defineCredential, password } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'tavilyApi',
  label: 'Tavily API',
  version: 1,
  icon: 'tavily.svg',
  description: 'A key from app.tavily.com.',
  inputs: {
    tavilyApiKey: password({ label: 'Tavily Api Key' }),
  },
  async test({ values, context, signal }) {
    await requestJson(
      {
        fetch: context.fetch,
        service: 'Tavily',
        url: 'https://api.tavily.com/usage',
        headers: { authorization: `Bearer ${values.tavilyApiKey ?? ''}` },
        signal,
      },
      z.unknown(),
    )
    return 'Tavily accepted the key.'
  },
})
