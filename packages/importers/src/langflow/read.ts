import { parseJson } from '@chatwright/core'
import { checkCount } from '../shared/bounds.ts'
import { isRecord, list, own, record, text, type Json } from '../shared/values.ts'

export interface LangflowNode {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly isNote: boolean
  /** Its code is not the one that its name stands for. */
  readonly isOwn: boolean
  readonly template: Json
  readonly outputs: readonly string[]
  readonly data: Json
}

export interface LangflowEdge {
  readonly from: string
  readonly output: string
  readonly to: string
  readonly field: string
}

export interface LangflowFlow {
  readonly name: string
  readonly version: string
  readonly nodes: readonly LangflowNode[]
  readonly edges: readonly LangflowEdge[]
  readonly notes: readonly string[]
}

/** The flows of a file: one, or all of a project. */
export function flowsIn(document: unknown): Json[] {
  const held = record(document)
  const candidates = Array.isArray(held['flows'])
    ? list(held['flows'])
    : Array.isArray(document)
      ? (document as unknown[])
      : [document]
  checkCount('flows', candidates.length)
  return candidates.flatMap((candidate): Json[] => {
    const outer = record(candidate)
    const graph = isRecord(outer['data']) && Array.isArray(outer['data']['nodes']) ? outer['data'] : outer
    const nodes = list(graph['nodes'])
    const isLangflow =
      nodes.length > 0 && nodes.every((node) => isRecord(own(node, 'data', 'node')) || own(node, 'type') === 'noteNode')
    return isLangflow && Array.isArray(graph['edges']) ? [{ ...outer, data: graph }] : []
  })
}

export function isLangflow(document: unknown): boolean {
  return flowsIn(document).length > 0
}

export function readLangflow(document: Json, fallbackName: string): LangflowFlow {
  const notes: string[] = []
  const { nodes, edges } = readGraph(record(document['data']), notes, 0)
  checkCount('nodes', nodes.length)
  checkCount('connections', edges.length)
  const known = new Set(nodes.map(({ id }) => id))
  const whole = edges.filter(({ from, to }) => known.has(from) && known.has(to))
  if (whole.length < edges.length)
    notes.push(`${edges.length - whole.length} connections were left out: one of their ends is not in the file.`)
  return {
    name: text(document['name']).trim() || fallbackName,
    version: text(document['last_tested_version'], '0'),
    nodes,
    edges: whole,
    notes,
  }
}

/** Groups hold flows of their own, no deeper than anybody draws. */
const MOST_LEVELS = 10

function readGraph(graph: Json, notes: string[], level: number): { nodes: LangflowNode[]; edges: LangflowEdge[] } {
  const raw = list(graph['nodes'])
  checkCount('nodes', raw.length)
  checkCount('connections', list(graph['edges']).length)
  const nodes: LangflowNode[] = []
  const edges = list(graph['edges']).map((edge) => readEdge(record(edge)))
  for (const each of raw) {
    const node = record(each)
    const inner = record(own(node, 'data', 'node', 'flow'))
    if (isRecord(inner['data']) && level < MOST_LEVELS) {
      const group = readGraph(inner['data'], notes, level + 1)
      nodes.push(...group.nodes)
      const last = group.nodes.find(({ id, isNote }) => !isNote && !group.edges.some(({ from }) => from === id))
      const template = record(own(node, 'data', 'node', 'template'))
      const id = text(node['id'])
      for (const [index, edge] of edges.entries()) {
        const proxy = edge.to === id ? record(own(template, edge.field, 'proxy')) : {}
        edges[index] = {
          ...edge,
          ...(edge.from === id && last && { from: last.id }),
          ...(edge.to === id && { to: text(proxy['id'], last?.id ?? id), field: text(proxy['field'], edge.field) }),
        }
      }
      edges.push(...group.edges)
    } else nodes.push(readNode(node))
  }
  return { nodes, edges }
}

function readNode(node: Json): LangflowNode {
  const data = record(node['data'])
  const held = record(data['node'])
  const type = text(data['type'] ?? held['key'])
  return {
    id: text(node['id']),
    type,
    name: text(held['display_name']).trim() || type || 'Note',
    isNote: node['type'] === 'noteNode' || type === 'note',
    isOwn: held['edited'] === true || type === 'CustomComponent',
    template: record(held['template']),
    outputs: list(held['outputs']).map((output) => text(record(output)['name'])),
    data: held,
  }
}

function readEdge(edge: Json): LangflowEdge {
  const data = record(edge['data'])
  const source = isRecord(data['sourceHandle']) ? data['sourceHandle'] : handle(edge['sourceHandle'])
  const target = isRecord(data['targetHandle']) ? data['targetHandle'] : handle(edge['targetHandle'])
  return {
    from: text(edge['source']),
    output: text(source['name'], text(source['baseClasses'])),
    to: text(edge['target']),
    field: text(target['fieldName'] ?? target['name'], oldField(edge['targetHandle'])),
  }
}

/** Handles are JSON whose quotes are written as other letters. */
function handle(value: unknown): Json {
  try {
    return record(parseJson(text(value).replaceAll('œ', '"')))
  } catch {
    return {}
  }
}

/** `BaseLLM|llm|LLMChain-1` in the oldest files. */
function oldField(value: unknown): string {
  return text(value).split('|')[1] ?? ''
}
