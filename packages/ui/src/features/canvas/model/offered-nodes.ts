import { isOlderAgentflow, isStepDescription } from '@chatwright/core'
import type { Flow, FlowKind, NodeDescription } from '@chatwright/core'

import { wantedFit } from './add-from-palette.ts'
import type { PaletteRequest } from './canvas-state.ts'
import { fits } from './palette-search.ts'

interface Wanted {
  kind: FlowKind
  /** Whether the flow has its Start already: there is one. */
  hasStart: boolean
  flow: Flow | undefined
  request: PaletteRequest | undefined
}

/** The nodes that can be added: steps to a flow of agents, the others to a chat flow, and of them what was asked for. */
export function offeredNodes(descriptions: readonly NodeDescription[], wanted: Wanted): NodeDescription[] {
  const { kind, hasStart, flow, request } = wanted
  const isOfKind = (description: NodeDescription) => isStepDescription(description) === (kind === 'agents')
  // Nodes of the first agent kind belong to flows that have some: a new flow is better drawn with steps.
  const hasOlder = flow !== undefined && isOlderAgentflow(flow)
  const isOffered = ({ traits }: NodeDescription) => !traits?.inert && (hasOlder || !traits?.mapped)
  const own = descriptions.filter((description) => isOffered(description) && isOfKind(description))
  if (kind === 'agents') {
    return own.filter(({ traits }) => !(hasStart && traits?.step?.starts) && fitsAsStep(traits?.step, request))
  }
  const fit = flow ? wantedFit(flow, request) : {}
  return own.filter((description) => fits(description, fit))
}

/** Nothing leads to where a run begins, and nothing from where a path ends. */
function fitsAsStep(
  step: NonNullable<NodeDescription['traits']>['step'],
  request: PaletteRequest | undefined,
): boolean {
  if (request === undefined || request.kind === 'add') return true
  const mustFollow = request.kind === 'insert' || request.end.side === 'output'
  const mustLead = request.kind === 'insert' || request.end.side === 'input'
  return !(mustFollow && step?.starts) && !(mustLead && step?.ends)
}
