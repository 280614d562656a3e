import { typesFit } from '../can-connect.ts'
import type { Flow, FlowEdge } from '../document.ts'
import { splitTypes } from '../handles.ts'
import type { BrokenEdge, ResolvedEdge } from '../resolve-edge.ts'
import { handleSuffix, inputNameOf, isReadBySuffix, resolveEdge } from '../resolve-edge.ts'
import { wordsForGiven, wordsForTaken } from '../type-words.ts'
import type { Problem } from './problem.ts'

/** Edges that join nothing, or join what does not fit. */
export function checkEdges(flow: Flow): Problem[] {
  const occupied = new Set<string>()
  return flow.edges.flatMap((edge) => {
    const ends = resolveEdge(flow, edge)
    if ('problem' in ends) return [brokenEdge(edge, ends)]
    const place = `${edge.target}\n${ends.input.name}`
    const isSecond = !ends.input.list && occupied.has(place)
    occupied.add(place)
    return [
      ...(isSecond ? [secondEdge(edge, ends)] : []),
      ...(isGuessed(edge, ends) ? [guessedBranch(edge, ends)] : []),
      ...checkTypes(edge, ends),
    ]
  })
}

function brokenEdge(edge: FlowEdge, { problem }: BrokenEdge): Problem {
  const shared = { edgeId: edge.id, action: { type: 'remove-edge', edgeId: edge.id } } as const
  if (problem === 'source-missing' || problem === 'target-missing') {
    const missing = problem === 'source-missing' ? edge.source : edge.target
    return {
      ...shared,
      code: 'dangling-edge',
      severity: 'warning',
      message: `The connection from ${edge.source} to ${edge.target} leads nowhere: the node ${missing} doesn't exist.`,
      fix: 'Remove the connection.',
      phrase: { id: 'edgeDangling', values: { source: edge.source, target: edge.target, missing } },
    }
  }
  const isInput = problem === 'input-unknown'
  return {
    ...shared,
    code: 'unknown-input',
    severity: 'error',
    nodeId: isInput ? edge.target : edge.source,
    message: isInput
      ? `The connection from ${edge.source} ends at "${inputNameOf(edge)}", an input that ${edge.target} doesn't have.`
      : `The connection to ${edge.target} starts at an output that ${edge.source} doesn't have.`,
    fix: 'Remove the connection and connect the nodes again.',
    phrase: {
      id: isInput ? 'inputUnknown' : 'outputUnknown',
      values: { source: edge.source, target: edge.target, input: inputNameOf(edge) },
    },
  }
}

/** Files number two branches with 0 and 1; any other suffix counts as the second, and may mean something else. */
function isGuessed(edge: FlowEdge, { source }: ResolvedEdge): boolean {
  return isReadBySuffix(source, edge.sourceHandle) && !['0', '1'].includes(handleSuffix(edge.sourceHandle))
}

function guessedBranch(edge: FlowEdge, { source, output, target, input }: ResolvedEdge): Problem {
  const values = {
    node: source.data.label,
    suffix: handleSuffix(edge.sourceHandle),
    output: output.label,
    input: input.label,
    target: target.data.label,
  }
  return {
    code: 'guessed-branch',
    severity: 'warning',
    nodeId: source.id,
    edgeId: edge.id,
    message: `The connection from ${values.node} to "${values.input}" of ${values.target} starts at "${values.suffix}", an output that doesn't exist. "${values.output}" is used instead.`,
    fix: 'To use another branch, remove the connection and connect from that branch.',
    phrase: { id: 'branchGuessed', values },
    action: { type: 'remove-edge', edgeId: edge.id },
  }
}

function secondEdge(edge: FlowEdge, { target, input }: ResolvedEdge): Problem {
  return {
    code: 'too-many-edges',
    severity: 'warning',
    nodeId: target.id,
    field: input.name,
    edgeId: edge.id,
    message: `"${input.label}" of ${target.data.label} takes one connection, but has more.`,
    fix: 'Keep one connection and remove the other.',
    phrase: { id: 'tooManyEdges', values: { input: input.label, node: target.data.label } },
    action: { type: 'remove-edge', edgeId: edge.id },
  }
}

function checkTypes(edge: FlowEdge, { source, output, target, input }: ResolvedEdge): Problem[] {
  if (output.types.length === 0 || typesFit(output.types, splitTypes(input.type))) return []
  const takes = wordsForTaken(splitTypes(input.type))
  return [
    {
      code: 'types-differ',
      severity: 'warning',
      nodeId: target.id,
      field: input.name,
      edgeId: edge.id,
      message: `"${input.label}" of ${target.data.label} takes ${takes}; ${source.data.label} gives ${wordsForGiven(output.types)}.`,
      fix: `Choose another output of ${source.data.label}, or connect ${takes}.`,
      phrase: {
        id: 'typesDiffer',
        values: {
          input: input.label,
          node: target.data.label,
          takes: input.type,
          source: source.data.label,
          gives: output.types.join(', '),
        },
      },
      action: { type: 'remove-edge', edgeId: edge.id },
    },
  ]
}
