import { AppError, type McpServer, type McpServerChanges, type NewMcpServer } from '@chatwright/contract'
import { randomBytes } from 'node:crypto'
import type { Config } from '../../ground/config/config.ts'
import { serverAddress } from '../../ground/config/server-address.ts'
import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { FlowMcpRow, FlowMcpStore } from './flow-mcp-store.ts'

export type FlowMcpService = ReturnType<typeof createFlowMcpService>

const TOKEN_BYTES = 16
const LONGEST_NAME = 64

/** What the owner of a flow decides about offering it as a tool. */
export function createFlowMcpService({
  store,
  library,
  box,
  config,
  now,
}: {
  store: FlowMcpStore
  library: Pick<FlowLibrary, 'head'>
  box: Pick<SecretBox, 'seal' | 'open'>
  config: Pick<Config, 'publicUrl' | 'port' | 'login'>
  now: () => Date
}) {
  const base = serverAddress(config)

  const shown = (flow: FlowHead, row: FlowMcpRow | undefined): McpServer => ({
    enabled: row?.is_enabled === 1,
    token: row ? box.open({ table: 'flow_mcp', id: flow.id }, row.token) : '',
    toolName: row?.tool_name ?? toolNameOf(flow),
    description: row?.description ?? descriptionOf(flow),
    address: `${base}/api/v1/mcp/${flow.id}`,
    isReachable: config.login !== undefined,
    isPublicUrl: config.publicUrl !== undefined,
  })

  const freshToken = (flowId: string): string =>
    box.seal({ table: 'flow_mcp', id: flowId }, randomBytes(TOKEN_BYTES).toString('hex'))

  const enable = async (flow: FlowHead, { toolName, description }: NewMcpServer): Promise<FlowMcpRow> => {
    const given = {
      is_enabled: 1 as const,
      ...(toolName !== undefined && { tool_name: toolName }),
      ...(description !== undefined && { description }),
      updated_date: now().toISOString(),
    }
    const changed = await store.change(flow.id, given)
    if (changed) return changed
    const row: FlowMcpRow = {
      chatflow_id: flow.id,
      token: freshToken(flow.id),
      tool_name: toolNameOf(flow),
      description: descriptionOf(flow),
      ...given,
    }
    await store.keep(row)
    return row
  }

  return {
    async get(flowId: string): Promise<McpServer> {
      const flow = await library.head(flowId)
      return shown(flow, await store.find(flowId))
    },

    async create(flowId: string, values: NewMcpServer): Promise<McpServer> {
      const flow = await library.head(flowId)
      return shown(flow, await enable(flow, values))
    },

    async update(flowId: string, { enabled, ...values }: McpServerChanges): Promise<McpServer> {
      const flow = await library.head(flowId)
      if (enabled) return shown(flow, await enable(flow, values))
      const changed = await store.change(flowId, {
        ...(enabled === false && { is_enabled: 0 }),
        ...(values.toolName !== undefined && { tool_name: values.toolName }),
        ...(values.description !== undefined && { description: values.description }),
        updated_date: now().toISOString(),
      })
      return shown(flow, changed)
    },

    async delete(flowId: string): Promise<McpServer> {
      const flow = await library.head(flowId)
      await store.delete(flowId)
      return shown(flow, undefined)
    },

    async refresh(flowId: string): Promise<McpServer> {
      const flow = await library.head(flowId)
      const changed = await store.change(flowId, { token: freshToken(flowId), updated_date: now().toISOString() })
      if (!changed) throw new AppError('mcp-off', { id: flowId })
      return shown(flow, changed)
    },
  }
}

/** The name of a flow as clients take names of tools: letters, digits, hyphens and underscores. */
function toolNameOf({ name }: Pick<FlowHead, 'name'>): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
  const [start = '', ...rest] = plain.split('_').filter((part) => part !== '')
  return [start, ...rest].join('_').slice(0, LONGEST_NAME).toLowerCase() || 'ask_flow'
}

function descriptionOf({ name }: Pick<FlowHead, 'name'>): string {
  return `Asks "${name}" and gives back its answer.`
}
