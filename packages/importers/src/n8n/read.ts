import { checkCount } from '../shared/bounds.ts'
import { ImportError } from '../shared/import-error.ts'
import { isRecord, list, numberOf, record, text, type Json } from '../shared/values.ts'

export interface N8nNode {
  readonly name: string
  /** Without its package: `agent`, `set`, `lmChatOpenAi`. */
  readonly type: string
  readonly fullType: string
  readonly version: number
  readonly parameters: Json
  readonly credentials: Json
  readonly isDisabled: boolean
  readonly onError: string
  readonly retries: number | undefined
  readonly place: { x: number; y: number }
  readonly source: unknown
}

export interface N8nEdge {
  readonly from: string
  readonly output: number
  readonly to: string
  readonly input: number
}

/** A node that serves another: a model, a tool, a memory. */
export interface N8nUse {
  readonly kind: string
  readonly sub: string
  readonly parent: string
}

export interface N8nWorkflow {
  readonly name: string
  readonly version: string
  readonly nodes: ReadonlyMap<string, N8nNode>
  readonly edges: readonly N8nEdge[]
  readonly uses: readonly N8nUse[]
  readonly pinned: ReadonlyMap<string, readonly Json[]>
  readonly notes: readonly string[]
}

const PACKAGE = /^(?:n8n-nodes-base|@n8n\/n8n-nodes-langchain|@n8n\/n8n-nodes-base)\./

export function isN8n(document: unknown): boolean {
  return workflowsIn(document).length > 0
}

/** The workflows of a file: one, a list of them, or one that a page of templates wraps. */
export function workflowsIn(document: unknown): Json[] {
  const candidates = Array.isArray(document) ? document : [document]
  checkCount('flows', candidates.length)
  return candidates.flatMap((candidate): Json[] => {
    const outer = record(candidate)
    const inner = [
      outer,
      record(outer['workflow']),
      record(record(outer['workflow'])['workflow']),
      record(outer['data']),
    ]
    const found = inner.find(hasWorkflow)
    return found ? [found] : []
  })
}

function hasWorkflow(value: Json): boolean {
  const nodes = list(value['nodes'])
  if (nodes.length === 0 || !('connections' in value || nodes.every((node) => Array.isArray(record(node)['position']))))
    return false
  return nodes.every((node) => typeof record(node)['type'] === 'string' && !('data' in record(node)))
}

export function readWorkflow(document: Json, fallbackName: string): N8nWorkflow {
  const notes: string[] = []
  const raw = list(document['nodes'])
  checkCount('nodes', raw.length)
  const nodes = new Map<string, N8nNode>()
  for (const each of raw) {
    const node = readNode(record(each))
    const name = nodes.has(node.name) ? freeName(node.name, nodes) : node.name
    if (name !== node.name)
      notes.push(`Two nodes are called "${node.name}". The second is "${name}" here; connections lead to the first.`)
    nodes.set(name, { ...node, name })
  }
  const { edges, uses } = readConnections(record(document['connections']), nodes, notes)
  return {
    name: text(document['name']).trim() || fallbackName,
    version: 'nodeGroups' in document ? '3' : '1',
    nodes,
    edges,
    uses,
    pinned: readPinned(record(document['pinData'])),
    notes,
  }
}

function readNode(node: Json): N8nNode {
  const fullType = text(node['type'])
  const [x, y] = list(node['position'])
  return {
    name: text(node['name']).trim() || fullType || 'Node',
    type: fullType.replace(PACKAGE, ''),
    fullType,
    version: numberOf(node['typeVersion']) ?? 1,
    parameters: record(node['parameters']),
    credentials: record(node['credentials']),
    isDisabled: node['disabled'] === true,
    onError: text(node['onError']) || (node['continueOnFail'] === true ? 'continueRegularOutput' : ''),
    retries: node['retryOnFail'] === true ? (numberOf(node['maxTries']) ?? 3) : undefined,
    place: { x: numberOf(x) ?? 0, y: numberOf(y) ?? 0 },
    source: node,
  }
}

function freeName(name: string, nodes: ReadonlyMap<string, unknown>): string {
  let number = 2
  while (nodes.has(`${name} (${number})`)) number += 1
  return `${name} (${number})`
}

function readConnections(connections: Json, nodes: ReadonlyMap<string, N8nNode>, notes: string[]) {
  const edges: N8nEdge[] = []
  const uses: N8nUse[] = []
  let count = 0
  for (const [from, kinds] of Object.entries(connections)) {
    for (const [kind, outputs] of Object.entries(record(kinds))) {
      for (const [output, ends] of list(outputs).entries()) {
        // Older files hold the ends of one output without a list around them.
        const all = isRecord(ends) ? [ends] : list(ends)
        for (const end of all) {
          checkCount('connections', (count += 1))
          const to = text(record(end)['node'])
          if (!nodes.has(from) || !nodes.has(to)) {
            notes.push(`A connection from "${from}" to "${to}" was left out: one of them is not in the file.`)
            continue
          }
          const at = kind === 'error' ? errorOutput(nodes.get(from)) : output
          if (kind === 'main' || kind === 'error')
            edges.push({ from, output: at, to, input: numberOf(record(end)['index']) ?? 0 })
          else if (kind.startsWith('ai_')) uses.push(useOf(kind, from, to, nodes))
        }
      }
    }
  }
  return { edges, uses }
}

/** The output of errors is the one after its own. */
function errorOutput(node: N8nNode | undefined): number {
  return node?.type === 'if' ? 2 : 1
}

const PARENTS = /^(?:agent|chain|informationExtractor|textClassifier|sentimentAnalysis|guardrails|openAi)/

/** The one that serves is the source; some files have it the other way round. */
function useOf(kind: string, from: string, to: string, nodes: ReadonlyMap<string, N8nNode>): N8nUse {
  const isReversed =
    PARENTS.test(nodes.get(from)?.type ?? '') && !PARENTS.test(nodes.get(to)?.type ?? '') && kind !== 'ai_tool'
  return isReversed ? { kind, sub: to, parent: from } : { kind, sub: from, parent: to }
}

function readPinned(pinData: Json): Map<string, readonly Json[]> {
  return new Map(
    Object.entries(pinData).map(([name, items]) => [
      name,
      list(items).map((item) => record(record(item)['json'] ?? item)),
    ]),
  )
}

/** What a resource locator stands for. */
export function locatorValue(value: unknown): unknown {
  const held = record(value)
  return '__rl' in held || ('mode' in held && 'value' in held) ? held['value'] : value
}

export function refuseEmpty(workflows: readonly Json[]): void {
  if (workflows.length === 0) throw new ImportError('The file holds no n8n workflow.')
}
