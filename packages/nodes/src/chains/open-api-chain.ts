import { anchor, defineNode, file, json, NodeError, perform, string, type Chat, type Run } from '@chatwright/core'
import { runTools } from '../agents/run-tools.ts'
import { decodeText } from '../document-loaders/decode-text.ts'
import { headerTexts } from '../http/header-texts.ts'
import { sendRequest } from '../http/send-request.ts'
import { LARGEST_DOCUMENT_BYTES, readOpenApi } from '../tools/open-api-document.ts'
import { endpointTool } from '../tools/open-api-tools.ts'
import { webAddress } from '../web/fetch-page.ts'
import { inputModeration, moderatedChat } from './moderation.ts'

/** Enough to look something up, use it, and correct one mistake. */
const maxSteps = 4

export default defineNode({
  name: 'openApiChain',
  label: 'OpenAPI Chain',
  version: 2,
  category: 'Chains',
  description: 'Answers questions by calling an API described by an OpenAPI document.',
  icon: 'api-chain.svg',
  baseClasses: ['OpenAPIChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  inputs: {
    model: anchor('BaseChatModel', { label: 'Chat model', description: 'A model that supports tool calling.' }),
    yamlLink: string({
      destination: true,
      label: 'Address of the document',
      optional: true,
      placeholder: 'https://api.example.com/openapi.yaml',
      description: 'The URL of the OpenAPI document. Leave empty to upload a file instead.',
    }),
    yamlFile: file({ destination: true, label: 'Document', fileType: '.yaml,.yml,.json', optional: true }),
    headers: json({
      destination: false,
      label: 'Headers',
      optional: true,
      additional: true,
      description: 'Headers to send with every request, such as Authorization.',
    }),
    inputModeration,
  },
  example: { yamlLink: 'https://api.example.com/openapi.yaml' },
  build({ inputs, context }): Chat {
    const { model, yamlLink } = inputs

    const readDocument = async (run: Run): Promise<string> => {
      const [reference] = inputs.yamlFile ?? []
      if (reference !== undefined) return decodeText((await context.files.open(reference)).bytes)
      if (yamlLink === undefined) {
        throw new NodeError('The OpenAPI document is missing.', {
          code: 'missing-input',
          field: 'yamlLink',
          hint: 'Upload a document or enter its URL.',
        })
      }
      const url = webAddress(yamlLink)
      const maxBytes = LARGEST_DOCUMENT_BYTES
      const as = { kind: 'http', method: 'GET', effect: 'reads', input: { url: url.href } } as const
      return perform(run, as, async () => {
        const { fetch } = context
        const { signal } = run
        return (await sendRequest({ fetch, service: url.host, url, signal, maxBytes, field: 'yamlLink' })).text
      })
    }

    return moderatedChat(inputs.inputModeration, async function* ({ question }, run) {
      const document = await readOpenApi(await readDocument(run), { context, signal: run.signal })
      const settings = {
        context,
        server: document.servers[0] ?? '',
        headers: headerTexts(inputs.headers),
        returnDirect: false,
        removeNulls: true,
        customCode: undefined,
      }
      const tools = document.endpoints.map((endpoint) => endpointTool(endpoint, settings))
      const messages = [
        { role: 'system' as const, content: 'Answer the question by calling the API through the given tools.' },
        { role: 'user' as const, content: question },
      ]
      yield* runTools({ model, tools, messages, maxSteps }, run)
    })
  },
})
