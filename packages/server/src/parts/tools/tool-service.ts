import {
  AppError,
  type CustomTool,
  type CustomToolChanges,
  type NewCustomTool,
  type ToolSchemaRow,
  type ToolTrial,
  type ToolTrialResult,
} from '@chatwright/contract'
import { parseJson, type NodeContext } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import type { FlowUsage } from '../flow-usage/flow-usage.ts'
import { explainOutcome, type ServerSandbox } from '../../guards/sandbox/sandbox.ts'
import type { ToolRow, ToolStore } from './tool-store.ts'

export type ToolService = ReturnType<typeof createToolService>

const DEFAULT_COLOR = 'linear-gradient(rgb(92,107,192), rgb(38,166,154))'

interface ToolDependencies {
  store: ToolStore
  usage: Pick<FlowUsage, 'mentioning'>
  sandbox: Pick<ServerSandbox, 'attempt'>
  variables: () => Promise<Record<string, string>>
  /** Secret variables do not come back in clear, not to the author of a tool either. */
  hide: <Value>(value: Value) => Value
  now?: () => Date
}

export function createToolService({
  store,
  usage,
  sandbox,
  variables,
  hide,
  now = () => new Date(),
}: ToolDependencies) {
  async function require(id: string): Promise<ToolRow> {
    const row = await store.find(id)
    if (!row) throw new AppError('tool-not-found', { id })
    return row
  }

  return {
    async list(): Promise<CustomTool[]> {
      return (await store.list()).map(toTool)
    },

    async get(id: string): Promise<CustomTool> {
      return toTool(await require(id))
    },

    async create(values: NewCustomTool): Promise<CustomTool> {
      const at = now().toISOString()
      const row: ToolRow = {
        id: randomUUID(),
        color: DEFAULT_COLOR,
        icon_src: null,
        schema: null,
        func: null,
        ...toColumns(values),
        name: values.name,
        description: values.description,
        created_date: at,
        updated_date: at,
      }
      await store.insert(row)
      return toTool(row)
    },

    async update(id: string, values: CustomToolChanges): Promise<CustomTool> {
      const row = await store.update(id, { ...toColumns(values), updated_date: now().toISOString() })
      if (!row) throw new AppError('tool-not-found', { id })
      return toTool(row)
    },

    async delete(id: string, { isForced }: { isForced: boolean }): Promise<void> {
      await require(id)
      const flows = (await usage.mentioning(id)).map((flow) => ({ id: flow.id, name: flow.name }))
      if (flows.length > 0 && !isForced) throw new AppError('tool-in-use', { flows })
      if (!(await store.delete(id))) throw new AppError('tool-not-found', { id })
    },

    /** Runs code that may not be kept yet, as an agent would call it. */
    async try({ func, schema, inputs = {} }: ToolTrial): Promise<ToolTrialResult> {
      const names = new Set([...Object.keys(inputs), ...propertiesOf(schema)])
      const globals = Object.fromEntries([...names].map((name) => [`$${name}`, inputs[name]]))
      const outcome = await sandbox.attempt({
        code: func,
        globals: {
          ...globals,
          $vars: await variables(),
          $flow: { chatflowId: '', sessionId: '', chatId: '', input: '' },
        },
      })
      const { console, durationMs } = outcome
      if (outcome.kind === 'done') return hide({ ok: true, output: asText(outcome.value), console, durationMs })
      const { message, hint } = explainOutcome(outcome)
      const error = { message, ...(hint !== undefined && { hint }) }
      return hide({ ok: false, output: '', console, durationMs, error })
    },

    /** The value a function gives. */
    async run({ javascriptFunction, functionInputVariables = {} }: FunctionRun): Promise<string> {
      const { ok, output, error } = await this.try({
        func: javascriptFunction,
        inputs: readInputs(functionInputVariables),
      })
      if (ok) return output
      throw new AppError(
        'node-failed',
        { ...(error?.hint !== undefined && { hint: error.hint }) },
        { message: error?.message ?? 'The function failed.' },
      )
    },

    /** What the Custom Tool node sees. */
    forNodes: {
      list: async () => (await store.list()).map(toNodeTool),
      get: async (id) => {
        const row = await store.find(id)
        return row && toNodeTool(row)
      },
    } satisfies NodeContext['customTools'],
  }
}

interface FunctionRun {
  javascriptFunction: string
  functionInputVariables?: Record<string, unknown> | string | undefined
}

/** Canvases send them as an object, or as the text of one. */
function readInputs(inputs: Record<string, unknown> | string): Record<string, unknown> {
  if (typeof inputs !== 'string') return inputs
  try {
    const parsed: unknown = parseJson(inputs)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    const message = 'functionInputVariables: Expected an object, or the JSON text of one'
    throw new AppError('invalid-request', { issues: [{ path: 'body', message }] }, { message })
  }
}

function propertiesOf(schema: string | null | undefined): string[] {
  return schema ? (JSON.parse(schema) as ToolSchemaRow[]).map(({ property }) => property) : []
}

/** As the agent reads it: text as it is, anything else as JSON. */
function asText(value: string | undefined): string {
  if (value === undefined) return ''
  const parsed: unknown = JSON.parse(value)
  return typeof parsed === 'string' ? parsed : value
}

function toColumns(values: CustomToolChanges): Partial<ToolRow> {
  const { name, description, color, iconSrc, schema, func } = values
  const columns = { name, description, color, icon_src: iconSrc, schema, func }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function toTool(row: ToolRow): CustomTool {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    color: row.color,
    iconSrc: row.icon_src,
    schema: row.schema,
    func: row.func,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  }
}

function toNodeTool({ id, name, description, schema, func }: ToolRow) {
  return { id, name, description, schema: schema ?? '[]', func: func ?? '' }
}
