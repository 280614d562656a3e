import { readChosenNode, type InputOption, type LoadMethod, type NodeDescription } from '@chatwright/core'

/** What steps offer to choose from. Nodes come from the catalogue, the rest from the steps that lead here. */

/** Tools that need something connected to them, which a chosen node has no place for. */
const NEEDS_CONNECTIONS: ReadonlySet<string> = new Set(['chainTool', 'retrieverTool', 'webBrowser'])

export const listModels: LoadMethod = ({ catalogue = [] }) => inCategories(catalogue, ['Chat Models'])

export const listEmbeddings: LoadMethod = ({ catalogue = [] }) => inCategories(catalogue, ['Embeddings'])

export const listVectorStores: LoadMethod = ({ catalogue = [] }) => inCategories(catalogue, ['Vector Stores'])

export const listModerations: LoadMethod = ({ catalogue = [] }) => inCategories(catalogue, ['Moderation'])

export const listTools: LoadMethod = ({ catalogue = [] }) =>
  inCategories(
    catalogue.filter(({ name }) => !NEEDS_CONNECTIONS.has(name)),
    ['Tools', 'Tools (MCP)'],
  )

/** The keys that the Start step gives the flow's state. */
export const listRuntimeStateKeys: LoadMethod = ({ previousNodes = [] }) =>
  previousNodes
    .filter(({ name }) => name === 'startAgentflow')
    .flatMap(({ inputs }) => (Array.isArray(inputs.startState) ? (inputs.startState as unknown[]) : []))
    .flatMap((row) => (isKeyed(row) ? [{ label: row.key, name: row.key }] : []))

/** Steps to go back to, under the value that the older product stores for them. */
export const listPreviousNodes: LoadMethod = ({ previousNodes = [] }) =>
  previousNodes
    .filter(({ name }) => name !== 'startAgentflow')
    .map(({ id, label }) => ({ label, name: `${id}-${label}`, description: id }))

/** Flows that can be asked: all but the one that asks. */
export const listFlows: LoadMethod = async ({ context }) =>
  (await context.flows.list())
    .filter(({ id }) => id !== context.flow.id)
    .map(({ id, name }) => ({ label: name, name: id }))

export const listTimezones: LoadMethod = () =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((name) => ({ label: name, name }))

/** What the tool that a Tool step uses takes. Nothing where none is chosen yet: then names are typed. */
export const listToolInputArgs: LoadMethod = async ({ inputs, toolArguments }) => {
  const chosen = readChosenNode({ name: 'toolAgentflowSelectedTool' }, inputs)
  return chosen && toolArguments ? toolArguments(chosen) : []
}

function inCategories(catalogue: readonly NodeDescription[], categories: readonly string[]): InputOption[] {
  return catalogue
    .filter(({ category, badge }) => categories.includes(category) && badge !== 'deprecated')
    .map(({ label, name, description }) => ({ label, name, description }))
}

function isKeyed(row: unknown): row is { key: string } {
  return typeof row === 'object' && row !== null && 'key' in row && typeof row.key === 'string' && row.key !== ''
}
