import { addTo } from '../shared/groups.ts'
import type { EditCatalogue } from '@chatwright/core'
import type { ImportedFile, ImportedFlow } from '../report.ts'
import { checkCount } from '../shared/bounds.ts'
import { mapFlow, type Part } from './map-flow.ts'
import { readWorkflow, refuseEmpty, workflowsIn, type N8nNode, type N8nWorkflow } from './read.ts'
import { isTrigger, readTrigger } from './triggers.ts'

/** Reads a file of n8n: each trigger that begins something of its own is a flow. */
export function importN8n(
  document: unknown,
  { catalogue, name }: { catalogue: EditCatalogue; name: string },
): ImportedFile {
  const found = workflowsIn(document)
  refuseEmpty(found)
  const flows: ImportedFlow[] = []
  const notes: string[] = []
  let version = '1'
  for (const each of found) {
    const workflow = readWorkflow(each, name)
    version = workflow.version
    notes.push(...workflow.notes)
    const parts = partsOf(workflow)
    checkCount('flows', flows.length + parts.length)
    const callable = parts.find(({ trigger }) => trigger?.type === 'executeWorkflowTrigger')?.name
    flows.push(...parts.flatMap((part) => mapFlow(workflow, part, { catalogue, callable })))
  }
  return { format: 'n8n', formatVersion: version, flows, notes }
}

/** Which nodes begin a flow of their own, and what belongs to each. */
function partsOf(workflow: N8nWorkflow): Part[] {
  const all = [...workflow.nodes.values()]
  const notes = all.filter(({ type }) => type === 'stickyNote')
  const servants = new Set(workflow.uses.map(({ sub }) => sub))
  const idle = (node: N8nNode): boolean =>
    SERVING.test(node.type) && !workflow.edges.some(({ from, to }) => to === node.name || from === node.name)
  const steps = all.filter(
    (node) =>
      node.type !== 'stickyNote' &&
      !idle(node) &&
      (!servants.has(node.name) || workflow.edges.some(({ to }) => to === node.name)),
  )
  const outgoing = new Map<string, string[]>()
  for (const { from, to } of workflow.edges) addTo(outgoing, from, to)
  const reachOf = ({ name }: N8nNode): Set<string> => {
    const found = new Set([name])
    for (const each of found) for (const to of outgoing.get(each) ?? []) found.add(to)
    return found
  }
  const hasWayIn = new Set(workflow.edges.map(({ to }) => to))
  const triggers = steps.filter((node) => isTrigger(node) && !hasWayIn.has(node.name))
  const ranked = triggers.toSorted((one, other) => rankOf(one) - rankOf(other))
  const parts: { trigger: N8nNode | undefined; beside: N8nNode[]; reach: Set<string> }[] = []
  for (const trigger of ranked) {
    const reach = reachOf(trigger)
    const next = (outgoing.get(trigger.name) ?? []).toSorted().join('\n')
    const same = parts.find(
      ({ trigger: other }) => other && (outgoing.get(other.name) ?? []).toSorted().join('\n') === next,
    )
    if (same) same.beside.push(trigger)
    else parts.push({ trigger, beside: [], reach })
  }
  const reached = new Set(parts.flatMap(({ reach, beside }) => [...reach, ...beside.map(({ name }) => name)]))
  const left = steps.filter(({ name }) => !reached.has(name))
  if (parts.length === 0) parts.push({ trigger: undefined, beside: [], reach: new Set() })
  const [first] = parts
  for (const { name } of left) first?.reach.add(name)
  const isOnly = parts.length === 1
  return parts.map(({ trigger, beside, reach }, index) => ({
    name: isOnly || index === 0 ? workflow.name : `${workflow.name}: ${trigger?.name ?? ''}`,
    trigger,
    beside,
    nodes: steps.filter(({ name }) => reach.has(name) && !beside.some((other) => other.name === name)),
    notes: index === 0 ? notes : [],
    idle: index === 0 ? all.filter((node) => idle(node) && !servants.has(node.name)) : [],
  }))
}

/** Nodes that do nothing but serve another. */
const SERVING =
  /^(?:lm[A-Z]|embeddings[A-Z]|memory(?!Manager)[A-Z]|outputParser|tool[A-Z]|textSplitter|document[A-Z]|retriever[A-Z]|model[A-Z])/

const RANKS = [
  'chatTrigger',
  'manualChatTrigger',
  'webhook',
  'formTrigger',
  'scheduleTrigger',
  'manualTrigger',
  'executeWorkflowTrigger',
]

/** What people talk with comes first. */
function rankOf(node: N8nNode): number {
  const rank = RANKS.indexOf(node.type)
  if (node.isDisabled) return RANKS.length + 2
  return rank === -1 ? (readTrigger(node) ? 2 : RANKS.length + 1) : rank
}
