import type { CredentialDescription, NodeDescription } from '@chatwright/core'
import { createAgentFlow } from './agent-flow.ts'
import { OPEN_API } from './recorded-edge.ts'
import type { TestServer } from './test-server.ts'

/** What nodes need of a server before they can be used: credentials, a tool, a flow, an MCP server, a store. */
export interface OfferedSettings {
  credentialFor(node: NodeDescription): string | undefined
  /** What is chosen in a node that does not work without. */
  chosen: Record<string, Record<string, unknown>>
  /** What a step holds once a node is chosen in this input of it. */
  choose(node: NodeDescription, input: string): Record<string, unknown>
}

export interface PreparedCatalogue {
  nodes: readonly NodeDescription[]
  describeCredential(name: string): CredentialDescription | undefined
  /** Values of credentials that have to lead somewhere; all others are filled with their own names. */
  values?: Record<string, string>
}

/** Where providers are that can be elsewhere. */
const ADDRESSES: Readonly<Record<string, string>> = {
  telegramApiAddress: 'https://telegram.example',
  whatsAppApiAddress: 'https://whatsapp.example',
}

/** Stores everything that offered nodes are used with. */
export async function prepareOffered(
  server: TestServer,
  { nodes, describeCredential, values = {} }: PreparedCatalogue,
): Promise<OfferedSettings> {
  const send = async (path: string, body: object) => {
    const answer = await server.send('POST', `/api/v1${path}`, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  /** A connection that a node does without sends to its own hosts alone, which aren't those of the edge. */
  const preferred = (node: NodeDescription) => {
    const name = preferredCredential(node)
    const isSpared = node.credential?.optional && name !== undefined && describeCredential(name)?.isConnection
    return isSpared ? undefined : name
  }
  const credentials = new Map<string, string>()
  for (const name of new Set(nodes.flatMap((node) => preferred(node) ?? []))) {
    const inputs = describeCredential(name)?.inputs ?? []
    const plainDataObj = Object.fromEntries(
      inputs.map((each) => [each.name, values[each.name] ?? ADDRESSES[each.name] ?? `${each.name}-value`]),
    )
    const { id } = await send('/credentials', { name, credentialName: name, plainDataObj })
    credentials.set(name, String(id))
  }
  const tool = await send('/tools', {
    name: 'weather',
    description: 'Tells the weather.',
    schema: '[{"id":0,"property":"city","description":"Where","type":"string","required":true}]',
    func: 'return "Sunny in " + $city',
  })
  const mcpServer = await send('/custom-mcp-servers', {
    name: 'Stock',
    serverUrl: 'https://mcp.example/mcp',
    authType: 'NONE',
  })
  const store = await send('/document-store/store', { name: 'Handbook' })
  const inner = await createAgentFlow(server, {
    steps: { directReplyAgentflow_0: { directReplyMessage: 'From inside.' } },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  const credentialFor = (node: NodeDescription) => credentials.get(preferred(node) ?? '')
  const chosen: Record<string, Record<string, unknown>> = {
    // It speaks the protocol in which the recorded model uses tools.
    chatOpenAI: { modelName: 'gpt-4o-mini' },
    customTool: { selectedTool: tool.id },
    customMCP: { mcpServerConfig: '{"url":"https://mcp.example/mcp"}' },
    customMcpServerTool: { mcpServerId: mcpServer.id },
    // As a flow of the older product holds it: the file within, under the name that its input had.
    openAPIToolkit: { inputType: 'file', yamlFile: `data:application/yaml;base64,${btoa(OPEN_API)},filename:a.yaml` },
    ChatflowTool: { selectedChatflow: inner, name: 'ask_inside', description: 'Knows it.' },
    jsonPathExtractor: { path: '$.items[*].name' },
    documentStore: { selectedStore: store.id },
    documentStoreVS: { selectedStore: store.id },
  }
  return {
    credentialFor,
    chosen,
    choose(node, input) {
      const credential = credentialFor(node)
      const settings = { ...chosen[node.name], ...(credential !== undefined && { FLOWISE_CREDENTIAL_ID: credential }) }
      return { [input]: node.name, [`${input}Config`]: { ...settings, [input]: node.name } }
    },
  }
}

/** The kind that says all in one address, where there is one. */
function preferredCredential({ credential }: NodeDescription): string | undefined {
  const names = credential?.credentialNames ?? []
  return names.find((name) => name.endsWith('UrlApi')) ?? names[0]
}
