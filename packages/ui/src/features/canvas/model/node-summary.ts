import { chosenModel } from '@chatwright/core'
import type { FlowNode, NodeDescription } from '@chatwright/core'

const TELLING = ['modelName', 'model', 'modelId', 'deploymentName', 'selectedTool', 'sessionId', 'chainName', 'url']

/** The one line below a node's name: its model, its file, or what kind of node it is when it was renamed. */
export function nodeSummary(node: FlowNode, description: NodeDescription | undefined): string {
  const { data } = node
  for (const name of TELLING) {
    const param = data.inputParams.find((param) => param.name === name)
    const value = data.inputs[name]
    if (param && typeof value === 'string' && value !== '') {
      const option = param.options?.find((option) => option.name === value)
      return option?.label ?? chosenModel(value)
    }
  }
  const file = data.inputParams.find((param) => param.type === 'file')
  const names = file ? fileNames(data.inputs[file.name]) : []
  if (names.length > 0) return names.join(', ')
  if (description && description.label !== data.label) return description.label
  return data.category
}

/** The names inside a file value: inline data names its file at its end, a stored one after its prefix. */
export function fileNames(value: unknown): string[] {
  if (typeof value !== 'string' || value === '') return []
  const inline = [...value.matchAll(/filename:([^"\],]+)/g)].map((match) => match[1] ?? '')
  if (inline.length > 0) return inline
  const stored = /^FILE-STORAGE::(.*)$/s.exec(value)?.[1]
  if (stored === undefined) return []
  try {
    const names: unknown = JSON.parse(stored)
    return Array.isArray(names) ? names.map(String) : [stored]
  } catch {
    return [stored]
  }
}
