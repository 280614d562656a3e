import { checkCount } from '../shared/bounds.ts'
import { isRecord, list, record, text, type Json } from '../shared/values.ts'

export interface DifyNode {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly data: Json
  /** The iteration or loop that it stands in. */
  readonly parent: string | undefined
}

export interface DifyEdge {
  readonly from: string
  readonly handle: string
  readonly to: string
}

export interface DifyApp {
  readonly name: string
  readonly mode: string
  readonly version: string
  readonly nodes: readonly DifyNode[]
  readonly edges: readonly DifyEdge[]
  readonly environment: readonly Json[]
  readonly conversation: readonly Json[]
  readonly features: Json
  readonly modelConfig: Json
  readonly notes: readonly string[]
}

const MODES = new Set(['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion'])

export function isDify(document: unknown): boolean {
  const held = record(document)
  return MODES.has(text(record(held['app'])['mode'])) && (isRecord(held['workflow']) || isRecord(held['model_config']))
}

export function readApp(document: unknown, fallbackName: string): DifyApp {
  const held = record(document)
  const app = record(held['app'])
  const workflow = record(held['workflow'])
  const graph = record(workflow['graph'])
  const raw = list(graph['nodes']).map((node) => record(node))
  const rawEdges = list(graph['edges']).map((edge) => record(edge))
  checkCount('nodes', raw.length)
  checkCount('connections', rawEdges.length)
  const notes: string[] = []
  const nodes = new Map<string, DifyNode>()
  for (const node of raw) {
    const data = record(node['data'])
    const id = text(node['id'])
    const type =
      text(data['type']) ||
      text(node['type']).replace(/^custom-(note|iteration-start|loop-start)$/, (_, kind: string) =>
        kind === 'note' ? 'custom-note' : kind,
      )
    const parent = text(node['parentId'] ?? data['iteration_id'] ?? data['loop_id'])
    if (nodes.has(id)) notes.push(`Two nodes have the id "${id}". The first is kept.`)
    else
      nodes.set(id, {
        id,
        type: type === 'custom-note' || text(node['type']) === 'custom-note' ? 'note' : type,
        title: text(data['title']).trim() || type,
        data,
        parent: parent || undefined,
      })
  }
  const edges = rawEdges.flatMap((edge) => {
    const [from, to] = [text(edge['source']), text(edge['target'])]
    if (nodes.has(from) && nodes.has(to)) return [{ from, to, handle: text(edge['sourceHandle'], 'source') }]
    notes.push(`A connection from "${from}" to "${to}" was left out: one of them is not in the file.`)
    return []
  })
  return {
    name: text(app['name']).trim() || fallbackName,
    mode: text(app['mode']),
    version: text(held['version'], '0.1.0'),
    nodes: [...nodes.values()],
    edges,
    environment: list(workflow['environment_variables']).map((each) => record(each)),
    conversation: list(workflow['conversation_variables']).map((each) => record(each)),
    features: record(workflow['features']),
    modelConfig: record(held['model_config']),
    notes,
  }
}
