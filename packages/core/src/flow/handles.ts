import type { FlowEdge, InputDescription } from './document.ts'

/** Param kinds edited on the node itself; any other type is a connectable anchor. */
export const PARAM_TYPES: ReadonlySet<string> = new Set([
  'asyncOptions',
  'options',
  'string',
  'number',
  'boolean',
  'password',
  'json',
  'code',
  'date',
  'file',
  'folder',
  'multiOptions',
  'asyncMultiOptions',
  'datagrid',
  'credential',
  // Kinds that only files of other products carry; read as connections, they would grow handles they never had.
  'array',
  'tabs',
  'conditionFunction',
  'timePicker',
  'datePicker',
  'weekDaysPicker',
  'monthDaysPicker',
])

/** Whether an input is edited on the node; otherwise it is an anchor. */
export function isParam(input: Pick<InputDescription, 'type'>): boolean {
  return PARAM_TYPES.has(input.type)
}

export function inputHandleId(nodeId: string, name: string, type: string): string {
  return `${nodeId}-input-${name}-${type}`
}

export function outputHandleId(nodeId: string, name: string, classes: readonly string[]): string {
  return `${nodeId}-output-${name}-${classes.join('|')}`
}

export function edgeId(edge: Pick<FlowEdge, 'source' | 'sourceHandle' | 'target' | 'targetHandle'>): string {
  return `${edge.source}-${edge.sourceHandle}-${edge.target}-${edge.targetHandle}`
}

export interface Handle {
  nodeId: string
  side: 'input' | 'output'
  name: string
  types: string[]
}

/** Reads a handle id back into its parts; `undefined` when the text is not one. */
export function parseHandle(handle: string): Handle | undefined {
  const match = /^(.*?)-(input|output)-([^-]*)(?:-(.*))?$/s.exec(handle)
  if (!match) return undefined
  const [, nodeId = '', side, name = '', types = ''] = match
  return {
    nodeId,
    side: side === 'input' ? 'input' : 'output',
    name,
    types: splitTypes(types.slice(types.lastIndexOf('-') + 1)),
  }
}

export function splitTypes(types: string): string[] {
  return types
    .split('|')
    .map((type) => type.trim())
    .filter((type) => type !== '')
}

/** The text that stands in a target's input for the value of another node. */
export function instanceReference(nodeId: string): string {
  return `{{${nodeId}.data.instance}}`
}
