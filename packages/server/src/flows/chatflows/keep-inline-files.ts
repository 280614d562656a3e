import { AppError } from '@chatwright/contract'
import {
  mapChosen,
  NodeError,
  parseFiles,
  STORED_FILE_PREFIX,
  unkeptInputs,
  type Change,
  type Describe,
  type FileAccess,
  type Flow,
  type FlowNode,
} from '@chatwright/core'

interface Keeping {
  files: Pick<FileAccess, 'open' | 'save'>
  describe: Describe
}

/** Keeps the files that lie inside flow data as files, and leaves references to them; also those of nodes chosen inside a step. */
export async function keepInlineFiles(
  flow: Flow,
  { files, describe }: Keeping,
): Promise<{ flow: Flow; changes: Change[] }> {
  const changes: Change[] = []
  const nodes: FlowNode[] = []
  // One after the other: files of several flows at once would all lie in memory together.
  for (const node of flow.nodes) {
    const references = new Map<unknown, string>()
    for (const { label, type, value } of unkeptInputs(node.data, describe)) {
      const held = type === 'file' ? inlineFiles(value) : undefined
      if (!held || references.has(value)) continue
      const { reference, names } = await keepHeldFiles(held, files).catch((error: unknown) => {
        throw unreadable(node, label, error)
      })
      references.set(value, reference)
      changes.push({
        kind: 'kept-file',
        nodeId: node.id,
        message: `${node.data.label}: ${names.join(', ')} was inside the flow and is now stored as a file.`,
      })
    }
    nodes.push(references.size === 0 ? node : withReferences(node, references, describe))
  }
  return changes.length === 0 ? { flow, changes } : { flow: { ...flow, nodes }, changes }
}

function inlineFiles(value: unknown): string[] | undefined {
  const held = parseFiles(value)
  return held?.some((entry) => entry.startsWith('data:')) ? held : undefined
}

function withReferences(node: FlowNode, references: ReadonlyMap<unknown, string>, describe: Describe): FlowNode {
  const replaced = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, references.get(value) ?? value]))
  const declared = describe(node.data.name)?.inputs ?? []
  const inputs = mapChosen(replaced(node.data.inputs), declared, ({ settings }) => ({ settings: replaced(settings) }))
  return { ...node, data: { ...node.data, inputs } }
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

function unreadable({ data }: FlowNode, input: string, cause: unknown): unknown {
  if (!(cause instanceof NodeError)) return cause
  const message = `${data.label}, "${input}": ${cause.message} ${cause.hint ?? ''}`.trim()
  return new AppError('flow-data-invalid', { reason: message }, { message, cause })
}
