import { defineCredential, password } from '@chatwright/core'
import { requestJson } from '../providers/request-json.ts'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { huggingFace } from '../openai-compatible/vendors.ts'

export default defineCredential({
  name: 'huggingFaceApi',
  label: 'HuggingFace API',
  version: 1,
  description: 'An access token from huggingface.co, under Settings. It needs permission to call inference providers.',
  icon: 'huggingface.svg',
  inputs: { huggingFaceApiKey: password({ label: 'HuggingFace API key', placeholder: 'hf_…' }) },
  async test({ values, context, signal }) {
    // The list of models is public there; only the account itself proves a token.
    const endpoint = {
      ...vendorEndpoint(huggingFace, { credential: values, context }),
      baseUrl: 'https://huggingface.co',
    }
    const { name } = await requestJson<{ name?: string }>({ endpoint, path: 'api/whoami-v2', signal })
    return `Hugging Face accepted the key${name ? ` of ${name}` : ''}.`
  },
})
