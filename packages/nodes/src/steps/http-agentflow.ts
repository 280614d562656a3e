import { array, defineNode, NodeError, options, perform, string, variants, type FlowStep } from '@chatwright/core'
import { CONNECTIONS, signedFetch } from '../http/connections.ts'
import { sendRequest } from '../http/send-request.ts'
import { webAddress } from '../web/fetch-page.ts'
import { credentialHeaders, filledRows, isFile, readAnswer, readBody } from './http-parts.ts'

/** What a step gives is kept, told and handed on as a whole: a text is no longer than a question may be. */
const LARGEST_TEXT_BYTES = 4 * 1024 ** 2
const LARGEST_FILE_BYTES = 8 * 1024 ** 2

const rows = (label: string, more: object) =>
  array(
    {
      key: string({ label: 'Key', optional: true, acceptVariable: true }),
      value: string({ label: 'Value', optional: true, acceptVariable: true }),
    },
    { destination: false, label, optional: true, acceptVariable: true, ...more },
  )

const text = (more: object) =>
  string({ destination: false, label: 'Body', rows: 4, optional: true, acceptVariable: true, ...more })

export default defineNode({
  name: 'httpAgentflow',
  label: 'HTTP',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Sends an HTTP request and returns the response.',
  icon: 'step-http.svg',
  keywords: ['http', 'api', 'request', 'rest', 'webhook'],
  color: '#FF7F7F',
  baseClasses: ['HTTP'],
  credential: { names: ['httpBasicAuth', 'httpBearerToken', 'httpApiKey', ...CONNECTIONS], optional: true },
  traits: { step: {}, acts: { unless: { method: 'GET' } } },
  inputs: {
    method: options({
      destination: false,
      label: 'Method',
      default: 'GET',
      options: [
        { label: 'GET', name: 'GET' },
        { label: 'POST', name: 'POST' },
        { label: 'PUT', name: 'PUT' },
        { label: 'DELETE', name: 'DELETE' },
        { label: 'PATCH', name: 'PATCH' },
      ],
    }),
    url: string({
      destination: true,
      label: 'URL',
      placeholder: 'https://api.example.com/items',
      acceptVariable: true,
    }),
    headers: rows('Headers', { description: 'Headers to send with the request.' }),
    queryParams: rows('Query Params', { description: 'Query parameters to add to the URL.' }),
    bodyType: options({
      destination: false,
      label: 'Body Type',
      optional: true,
      options: [
        { label: 'JSON', name: 'json' },
        { label: 'Raw', name: 'raw' },
        { label: 'Form Data', name: 'formData' },
        { label: 'x-www-form-urlencoded', name: 'xWwwFormUrlencoded' },
      ],
    }),
    body: variants(
      text({ show: { bodyType: ['raw'] } }),
      text({ show: { bodyType: ['json'] }, isJson: true }),
      rows('Body', { show: { bodyType: ['xWwwFormUrlencoded', 'formData'] } }),
    ),
    responseType: options({
      destination: false,
      label: 'Response Type',
      description: 'The format of the response. Invalid JSON is returned as text.',
      optional: true,
      options: [
        { label: 'JSON', name: 'json' },
        { label: 'Text', name: 'text' },
        { label: 'Array Buffer', name: 'arraybuffer', description: 'The bytes, encoded as base64.' },
        { label: 'Raw (Base64)', name: 'base64', description: 'The bytes, encoded as base64.' },
      ],
    }),
  },
  example: { url: 'https://api.example.com/items' },
  build({ inputs, credential, context }): FlowStep {
    const { method, bodyType, responseType = 'json' } = inputs
    const isReading = method === 'GET'
    return {
      kind: 'step',
      effect: isReading ? 'reads' : 'writes',
      async run(_, run) {
        const url = webAddress(inputs.url.trim())
        const queryParams = filledRows(inputs.queryParams)
        for (const [key, value] of Object.entries(queryParams)) url.searchParams.append(key, value)
        const headers = filledRows(inputs.headers)
        const { body, type } = isReading ? {} : readBody(inputs.body, bodyType)
        const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
        const asked = { url: url.href, headers, body: inputs.body, bodyType, responseType }
        const effect = isReading ? 'reads' : 'writes'
        const http = await perform(run, { kind: 'http', method, effect, input: asked }, async () => {
          const answer = await sendRequest({
            fetch: signedFetch(credential, context),
            service: url.host,
            url,
            method,
            headers: {
              ...(type !== undefined && !hasType && { 'content-type': type }),
              ...headers,
              ...credentialHeaders(credential),
            },
            ...(body !== undefined && { body }),
            signal: run.signal,
            field: 'url',
            isOnce: !isReading,
            maxBytes: isFile(responseType) ? LARGEST_FILE_BYTES : LARGEST_TEXT_BYTES,
          }).catch(withoutAdviceOnCredentials(credential))
          const { status, statusText } = answer
          return {
            data: readAnswer(answer, responseType),
            status,
            statusText,
            headers: Object.fromEntries(answer.headers),
          }
        })
        return {
          input: {
            http: {
              method,
              url: url.href,
              headers,
              queryParams,
              responseType,
              ...(bodyType && { bodyType }),
              ...(body !== undefined && { body: inputs.body }),
            },
          },
          output: { http },
        }
      },
    }
  },
})

/** Who sent no credential is not to correct one. */
function withoutAdviceOnCredentials(credential: object): (error: unknown) => never {
  return (error) => {
    const hasNone = Object.keys(credential).length === 0
    if (!hasNone || !(error instanceof NodeError) || error.code !== 'wrong-credential') throw error
    throw new NodeError(error.message, {
      code: 'missing-credential',
      field: 'credential',
      hint: 'The server requires a sign-in. Choose a credential in this step.',
      cause: error,
    })
  }
}
