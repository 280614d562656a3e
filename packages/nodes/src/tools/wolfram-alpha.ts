import { defineNode } from '@chatwright/core'
import { sendRequest } from '../http/send-request.ts'
import { capText, textTool } from './text-tool.ts'

/** The service answers 501 when it did not understand, with suggestions in the text. */
const NOT_UNDERSTOOD = 501

export default defineNode({
  name: 'wolframAlpha',
  label: 'WolframAlpha',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent ask WolframAlpha about mathematics, science and data.',
  icon: 'wolfram.svg',
  baseClasses: ['WolframAlpha', 'Tool', 'StructuredTool', 'Runnable'],
  credential: ['wolframAlphaAppId'],
  documentation: 'https://products.wolframalpha.com/llm-api/documentation',
  inputs: {},
  build: ({ credential, context }) =>
    textTool({
      effect: 'reads',
      name: 'wolfram_alpha',
      description: 'Answers questions about mathematics, science, units, dates and data exactly.',
      inputDescription: 'A short question in English, or a formula.',
      async call(query, { signal }) {
        const url = new URL('https://www.wolframalpha.com/api/v1/llm-api')
        url.searchParams.set('appid', credential.wolframAlphaAppId ?? '')
        url.searchParams.set('input', query)
        const { text } = await sendRequest({
          fetch: context.fetch,
          service: 'WolframAlpha',
          url,
          signal,
          accept: [NOT_UNDERSTOOD],
        })
        return capText(text)
      },
    }),
})
