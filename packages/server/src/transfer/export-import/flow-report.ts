import type { BroughtNode } from '@chatwright/contract'
import {
  convertOlderFlow,
  isOlderAgentflow,
  parseFiles,
  parseInput,
  readingsOfStore,
  replacementFor,
  STORED_FILE_PREFIX,
  validateFlow,
  type CatalogueIndex,
  type Change,
  type Flow,
  type FlowNode,
  type InputDescription,
} from '@chatwright/core'

/** What a flow may rely on, here or coming along. */
export interface Known {
  index: CatalogueIndex
  credentials: ReadonlySet<string>
  tools: ReadonlySet<string>
  flows: ReadonlySet<string>
  stores: ReadonlySet<string>
  hasFile(id: string): Promise<boolean>
}

/** What becomes of each node of a flow. "Works" is said of a node only that lacks nothing. */
export async function reportNodes(flow: Flow, changes: readonly Change[], known: Known): Promise<BroughtNode[]> {
  const problems = validateFlow(flow, known.index, { credentials: known.credentials })
  const isKept =
    isOlderAgentflow(flow) &&
    convertOlderFlow(flow, { describe: (name) => known.index.describe(name), ids: 'kept' }).refusal !== undefined
  const nodes = flow.nodes.filter((node) => node.type !== 'stickyNote')
  return Promise.all(
    nodes.map(async (node): Promise<BroughtNode> => {
      const described = { id: node.id, label: node.data.label }
      const description = known.index.describe(node.data.name)
      if (!description || isKept) {
        const instead = description ? undefined : replacementFor(node.data.name)
        return { ...described, fate: 'placeholder', ...(instead && { instead }), credentials: [], lacks: [] }
      }
      const own = problems.filter(({ nodeId }) => nodeId === node.id)
      const lacksCredential = own.some(({ code }) => code === 'missing-credential')
      const lacks = [
        ...own
          .filter(({ code }) => code === 'missing-input' || code === 'bad-input')
          .map(({ message }) => aboutIt(message, node.data.label)),
        ...(await missingParts(node, description.inputs, known)),
      ]
      const isRenamed = changes.some(({ kind, nodeId }) => kind === 'renamed-node' && nodeId === node.id)
      return {
        ...described,
        fate: lacksCredential || lacks.length > 0 ? 'lacking' : isRenamed ? 'renamed' : 'works',
        ...(isRenamed && { renamedTo: description.label }),
        credentials: lacksCredential ? (description.credential?.credentialNames ?? []) : [],
        lacks,
      }
    }),
  )
}

/** The line begins with the node already. */
function aboutIt(message: string, label: string): string {
  const rest = message.startsWith(`${label} `) ? message.slice(label.length + 1) : message
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

async function missingParts(node: FlowNode, inputs: readonly InputDescription[], known: Known): Promise<string[]> {
  const missing: string[] = []
  for (const input of inputs) {
    const value = node.data.inputs[input.name]
    const stores = storesIn(value, input).filter(
      (chosen) => !readingsOfStore(chosen).some(({ id }) => known.stores.has(id)),
    )
    missing.push(...stores.map(storeMissing))
    if (typeof value !== 'string' || value === '') continue
    if (input.type === 'file') missing.push(...(await missingFiles(value, known)))
    else if (input.loadMethod === 'listTools' && !known.tools.has(value)) missing.push(TOOL_MISSING)
    else if (input.loadMethod === 'listChatflows' && !known.flows.has(value)) missing.push(FLOW_MISSING)
  }
  return missing
}

const TOOL_MISSING = 'Its custom tool is missing. Import the tool too, or choose another one in the node.'
const FLOW_MISSING = 'The flow it calls is missing. Import that flow too, or choose another one in the node.'

/** Steps keep the name behind the id. */
function storeMissing(chosen: string): string {
  const [{ name }] = readingsOfStore(chosen)
  const store = name === '' ? 'The knowledge base it searches' : `The knowledge base “${name}”`
  return `${store} is missing. Import it too, or choose another one in the node.`
}

/** The stores of documents that a value chooses, also in the rows of a list. What is known in a run only is not among them. */
function storesIn(value: unknown, input: InputDescription): string[] {
  if (!input.array && input.loadMethod !== 'listStores') return []
  return [readInput(input, value)].flat().flatMap((each: unknown) => {
    if (typeof each === 'string') return each === '' || each.includes('{{') ? [] : [each]
    if (typeof each !== 'object' || each === null) return []
    const row = each as Record<string, unknown>
    return (input.array ?? []).flatMap((cell) => storesIn(row[cell.name], cell))
  })
}

/** Nothing of what cannot be read: that is told of the node anyway. */
function readInput(input: InputDescription, value: unknown): unknown {
  try {
    return parseInput(input, value)
  } catch {
    return undefined
  }
}

async function missingFiles(value: string, known: Known): Promise<string[]> {
  const missing: string[] = []
  for (const file of parseFiles(value) ?? []) {
    if (!file.startsWith(STORED_FILE_PREFIX)) continue
    const name = file.slice(STORED_FILE_PREFIX.length)
    if (!(await known.hasFile(name))) missing.push(`The file ${name} is missing. Choose it again in the node.`)
  }
  return missing
}
