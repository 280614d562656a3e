import { defineNode, json, options, string } from '@chatwright/core'
import { headerTexts } from '../http/header-texts.ts'
import { sendRequest } from '../http/send-request.ts'
import { webAddress } from '../web/fetch-page.ts'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'

export default defineNode({
  name: 'apiLoader',
  label: 'API Loader',
  version: 2,
  category: 'Document Loaders',
  description: "Loads an API's response as a document.",
  icon: 'api.svg',
  baseClasses: ['Document'],
  inputs: {
    method: options({
      destination: false,
      label: 'Method',
      options: [
        { label: 'GET', name: 'GET' },
        { label: 'POST', name: 'POST' },
      ],
      default: 'GET',
    }),
    url: string({ destination: true, label: 'URL', placeholder: 'https://api.example.com/articles' }),
    headers: json({ destination: false, label: 'Headers', optional: true, additional: true }),
    body: json({
      destination: false,
      label: 'Body',
      description: 'The JSON body of a POST request.',
      optional: true,
      additional: true,
      show: { method: 'POST' },
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { url: 'https://api.example.com/articles' },
  build({ inputs, context, ...rest }) {
    return loaderValue({ inputs, ...rest }, async (signal) => {
      const url = webAddress(inputs.url)
      const { text } = await sendRequest({
        fetch: context.fetch,
        service: url.host,
        url,
        method: inputs.method,
        headers: headerTexts(inputs.headers),
        ...(inputs.method === 'POST' && { body: inputs.body ?? {} }),
        signal,
        field: 'url',
      })
      return [{ pageContent: text, metadata: { source: url.href } }]
    })
  },
})
