import { defineCredential, password } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'searchApi',
  label: 'SearchApi',
  version: 1,
  icon: 'searchapi.svg',
  description: 'A key from the searchapi.io dashboard.',
  inputs: {
    searchApiKey: password({ label: 'SearchApi API Key' }),
  },
  async test({ values, context, signal }) {
    await requestJson(
      {
        fetch: context.fetch,
        service: 'SearchApi',
        url: 'https://www.searchapi.io/api/v1/me',
        headers: { authorization: `Bearer ${values.searchApiKey ?? ''}` },
        signal,
      },
      z.unknown(),
    )
    return 'SearchApi accepted the key.'
  },
})
