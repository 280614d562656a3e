import type { StepView } from '@chatwright/core'

/** What one agent of an older flow did, as clients of that kind show it. */
export interface Reasoning {
  agentName: string
  messages: string[]
  next?: unknown
  instructions?: unknown
  usedTools: unknown[]
  sourceDocuments: unknown[]
  artifacts: unknown[]
  state: Readonly<Record<string, unknown>>
  nodeName: string
  nodeId: string
}

const SILENT: ReadonlySet<string> = new Set(['seqStart', 'seqLoop'])

/** Whether a step stands for an agent of the drawing; steps that only help it have longer ids. */
export function isOlderAgent({ nodeId, path }: Pick<StepView, 'nodeId' | 'path'>): boolean {
  return !path.includes('/') && /^(seq[A-Za-z]+|supervisor|worker)_\d+$/.test(nodeId) && !SILENT.has(nameOf(nodeId))
}

export function reasoningOf(views: readonly StepView[]): Reasoning[] {
  return views.filter((view) => view.status === 'done' && isOlderAgent(view)).map((view) => reasoning(view, views))
}

function reasoning(view: StepView, views: readonly StepView[]): Reasoning {
  const output = asRecord(view.output)
  const { next, instructions } = output
  return {
    agentName: view.label,
    messages: messagesOf(view, output, views),
    ...(view.nodeId.startsWith('supervisor') && { next, instructions }),
    usedTools: asList(output['usedTools']),
    sourceDocuments: asList(output['sourceDocuments']),
    artifacts: asList(output['artifacts']),
    state: view.state ?? {},
    nodeName: nameOf(view.nodeId),
    nodeId: view.nodeId,
  }
}

/** A condition says where it goes on, the supervisor nothing, and everybody else what they said. */
function messagesOf(view: StepView, output: Readonly<Record<string, unknown>>, views: readonly StepView[]): string[] {
  if (view.nodeId.startsWith('seqCondition')) {
    const following = views.find((other) => isOlderAgent(other) && other.after.includes(view.path))
    return following ? [following.label] : []
  }
  const { content } = output
  return view.nodeId.startsWith('supervisor') || typeof content !== 'string' ? [] : [content]
}

/** `seqAgent_0` → `seqAgent`. */
function nameOf(nodeId: string): string {
  return nodeId.slice(0, nodeId.lastIndexOf('_'))
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}
