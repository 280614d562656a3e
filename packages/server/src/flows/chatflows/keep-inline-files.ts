import { AppError } from '@chatwright/contract'
import {
  NodeError,
  parseFiles,
  STORED_FILE_PREFIX,
  type Change,
  type FileAccess,
  type Flow,
  type FlowNode,
  type InputParam,
} from '@chatwright/core'

/** Keeps the files that lie inside flow data as files, and leaves references to them. */
export async function keepInlineFiles(
  flow: Flow,
  files: Pick<FileAccess, 'open' | 'save'>,
): Promise<{ flow: Flow; changes: Change[] }> {
  const changes: Change[] = []
  const nodes: FlowNode[] = []
  // One after the other: files of several flows at once would all lie in memory together.
  for (const node of flow.nodes) {
    let inputs = node.data.inputs
    for (const param of node.data.inputParams) {
      const held = inlineFiles(param, inputs[param.name])
      if (!held) continue
      const { reference, names } = await keepHeldFiles(held, files).catch((error: unknown) => {
        throw unreadable(node, param, error)
      })
      inputs = { ...inputs, [param.name]: reference }
      changes.push({
        kind: 'kept-file',
        nodeId: node.id,
        message: `${node.data.label}: ${names.join(', ')} lay inside the flow and is kept as a file now.`,
      })
    }
    nodes.push(inputs === node.data.inputs ? node : { ...node, data: { ...node.data, inputs } })
  }
  return changes.length === 0 ? { flow, changes } : { flow: { ...flow, nodes }, changes }
}

function inlineFiles({ type }: InputParam, value: unknown): string[] | undefined {
  const held = type === 'file' ? parseFiles(value) : undefined
  return held?.some((entry) => entry.startsWith('data:')) ? held : undefined
}

/** Keeps those that are inline; the reference stands for all of them. */
export async function keepHeldFiles(held: readonly string[], files: Pick<FileAccess, 'open' | 'save'>) {
  const references: string[] = []
  const names: string[] = []
  for (const entry of held) {
    if (!entry.startsWith('data:')) {
      references.push(entry)
      continue
    }
    const file = await files.open(entry)
    names.push(file.name)
    references.push(await files.save(file))
  }
  const [only = ''] = references
  const ids = references.map((reference) => reference.slice(STORED_FILE_PREFIX.length))
  return { reference: ids.length === 1 ? only : `${STORED_FILE_PREFIX}${JSON.stringify(ids)}`, names }
}

function unreadable({ data }: FlowNode, { label, name }: InputParam, cause: unknown): unknown {
  if (!(cause instanceof NodeError)) return cause
  const message = `${data.label}, "${label ?? name}": ${cause.message} ${cause.hint ?? ''}`.trim()
  return new AppError('flow-data-invalid', { reason: message }, { message, cause })
}
