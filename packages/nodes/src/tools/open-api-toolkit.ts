import {
  asyncMultiOptions,
  asyncOptions,
  boolean,
  code,
  defineNode,
  file,
  json,
  NodeError,
  options,
  parseInput,
  string,
  type NodeContext,
  type Toolkit,
} from '@chatwright/core'
import { decodeText } from '../document-loaders/decode-text.ts'
import { headerTexts } from '../http/header-texts.ts'
import { sendRequest } from '../http/send-request.ts'
import { CONNECTIONS, signedFetch } from '../http/connections.ts'
import { webAddress } from '../web/fetch-page.ts'
import { LARGEST_DOCUMENT_BYTES, readOpenApi, type OpenApiDocument } from './open-api-document.ts'
import { endpointTool } from './open-api-tools.ts'
import { renameInputs } from './rename-inputs.ts'

const openApiFile = file({
  destination: true,
  label: 'OpenAPI File',
  fileType: '.yaml,.yml,.json',
  optional: true,
  show: { inputType: 'file' },
})

export default defineNode({
  name: 'openAPIToolkit',
  label: 'OpenAPI Toolkit',
  version: 2.1,
  category: 'Tools',
  description: 'Lets an agent use an API described by an OpenAPI document, with one tool per endpoint.',
  icon: 'openapi.svg',
  baseClasses: ['OpenAPIToolkit', 'Tool'],
  traits: { acts: true },
  credential: { names: ['openAPIAuth', ...CONNECTIONS], optional: true },
  documentation: 'https://www.openapis.org',
  inputs: {
    inputType: options({
      destination: true,
      label: 'Input Type',
      options: [
        { label: 'Upload a file', name: 'file' },
        { label: 'Give an address', name: 'link' },
      ],
      default: 'file',
    }),
    openApiFile,
    openApiLink: string({
      destination: true,
      label: 'OpenAPI Link',
      placeholder: 'https://api.example.com/openapi.yaml',
      optional: true,
      show: { inputType: 'link' },
    }),
    selectedServer: asyncOptions('listServers', {
      destination: true,
      label: 'Server',
      description: "The API server to call. Leave empty to use the document's first one.",
      optional: true,
    }),
    selectedEndpoints: asyncMultiOptions('listEndpoints', {
      destination: true,
      label: 'Available Endpoints',
      description: 'The endpoints the agent may use. Leave empty to allow all.',
      optional: true,
    }),
    returnDirect: boolean({
      destination: false,
      label: 'Return Direct',
      description: "Show the API's response as is, without rephrasing it.",
      optional: true,
    }),
    headers: json({
      destination: true,
      label: 'Headers',
      description: 'Headers to send with every request, such as an API key.',
      optional: true,
      additional: true,
    }),
    removeNulls: boolean({
      destination: false,
      label: 'Remove null parameters',
      description: 'Omit fields that the model sets to null.',
      optional: true,
    }),
    customCode: code({
      label: 'Custom Code',
      description: 'JavaScript that sends the request instead. It runs in the sandbox with $url and $options.',
      language: 'js',
      optional: true,
      additional: true,
    }),
  },
  migrations: [
    {
      to: 2.1,
      name: 'the document is called OpenAPI',
      migrate: (inputs) => renameInputs(inputs, { yamlFile: 'openApiFile' }),
    },
  ],
  build({ inputs, credential, context }): Toolkit {
    const chosen = inputs.selectedEndpoints?.length ? new Set(inputs.selectedEndpoints) : undefined
    return {
      kind: 'toolkit',
      async tools({ signal }) {
        const document = await loadDocument({ ...inputs, context, signal })
        const server = inputs.selectedServer || document.servers[0] || ''
        const headers = {
          ...(credential.openAPIToken && { Authorization: `Bearer ${credential.openAPIToken}` }),
          ...headerTexts(inputs.headers),
        }
        return document.endpoints
          .filter(({ name, operationId }) => !chosen || chosen.has(name) || chosen.has(operationId))
          .map((endpoint) =>
            endpointTool(endpoint, {
              context: { ...context, fetch: signedFetch(credential, context) },
              server,
              headers,
              returnDirect: inputs.returnDirect ?? false,
              removeNulls: inputs.removeNulls ?? false,
              customCode: withoutRequire(inputs.customCode),
            }),
          )
      },
    }
  },
  load: {
    listServers: async (args) => (await loadDrawn(args)).servers.map((url) => ({ label: url, name: url })),
    listEndpoints: async (args) =>
      (await loadDrawn(args)).endpoints.map(({ name, description }) => ({ label: name, name, description })),
  },
})

interface DocumentSource {
  inputType: string
  openApiFile: string[] | undefined
  openApiLink: string | undefined
  context: NodeContext
  signal: AbortSignal
}

async function loadDocument(source: DocumentSource): Promise<OpenApiDocument> {
  const { inputType, openApiLink, context, signal } = source
  if (inputType === 'link') {
    const url = webAddress(openApiLink ?? '')
    const { text } = await sendRequest({
      fetch: context.fetch,
      service: url.host,
      url,
      signal,
      maxBytes: LARGEST_DOCUMENT_BYTES,
      field: 'openApiLink',
    })
    return readOpenApi(text, source)
  }
  const [reference] = source.openApiFile ?? []
  if (reference === undefined) {
    throw new NodeError('The OpenAPI document is missing.', {
      code: 'missing-input',
      field: 'openApiFile',
      hint: 'Upload a document or enter its URL.',
    })
  }
  return readOpenApi(decodeText((await context.files.open(reference)).bytes), source)
}

/** The same from inputs as they stand on the canvas. */
function loadDrawn(args: {
  inputs: Readonly<Record<string, unknown>>
  context: NodeContext
  signal: AbortSignal
}): Promise<OpenApiDocument> {
  const { inputs, context, signal } = args
  return loadDocument({
    inputType: typeof inputs.inputType === 'string' ? inputs.inputType : 'file',
    openApiFile: parseInput({ name: 'openApiFile', ...openApiFile }, inputs.openApiFile) as string[] | undefined,
    openApiLink: typeof inputs.openApiLink === 'string' ? inputs.openApiLink : undefined,
    context,
    signal,
  })
}

/** Code made elsewhere begins by requiring a fetch; here it is always there. */
function withoutRequire(customCode: string | undefined): string | undefined {
  const lines = customCode?.split('\n').filter((line) => !REQUIRED_FETCH.test(line.trim()))
  return lines?.join('\n').trim() || undefined
}

const REQUIRED_FETCH = /^(?:const|let|var)\s+fetch\s*=\s*require\([^)]*\);?$/
