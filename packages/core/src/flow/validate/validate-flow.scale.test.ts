import { expect, test } from 'vitest'
import { catalogue, join, node } from '../catalogue.fixture.ts'
import { createEdge } from '../create-edge.ts'
import type { Flow } from '../document.ts'
import { instanceReference } from '../handles.ts'
import { validateFlow } from './validate-flow.ts'

/** Chains and the tools made of them, each feeding the next: as deep as a flow can be. */
function deepFlow(length: number): Flow {
  const sample: Flow = { nodes: [node('chainTool_0'), node('toolAgent_0')], edges: [] }
  const toTool = createEdge(join(sample, 'toolAgent_0', 'chainTool_0', 'baseChain'))
  const toAgent = createEdge(join(sample, 'chainTool_0', 'toolAgent_0', 'tools'))
  const nodes = Array.from({ length }, (_, index) => {
    const before = `${(index - 1) % 2 === 0 ? 'chainTool' : 'toolAgent'}_${index - 1}`
    if (index % 2 === 0) return node(`chainTool_${index}`, { baseChain: index === 0 ? '' : instanceReference(before) })
    return node(`toolAgent_${index}`, { tools: [instanceReference(before)] })
  })
  const edges = nodes.slice(1).map((target, index) => {
    const source = nodes[index]!
    const sample = target.data.name === 'chainTool' ? toTool : toAgent
    return {
      ...sample,
      id: `edge-${index}`,
      source: source.id,
      target: target.id,
      sourceHandle: sample.sourceHandle.replace(/^\w+_0/, source.id),
      targetHandle: sample.targetHandle.replace(/^\w+_0/, target.id),
    }
  })
  return { nodes, edges }
}

function fastest(flow: () => Flow): number {
  const times = Array.from({ length: 15 }, () => {
    const fresh = flow()
    // Time on the processor: a busy machine must not look like a slow check. All of it: what of it is the user's is guessed by ticks.
    const before = process.cpuUsage()
    validateFlow(fresh, catalogue)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

test('the time of a check grows with the flow, not with its square', { timeout: 60_000 }, () => {
  const small = deepFlow(500)
  const large = deepFlow(4_000)
  fastest(() => ({ ...small }))
  const ratio = fastest(() => ({ ...large })) / fastest(() => ({ ...small }))
  expect(ratio).toBeLessThan(8 * 3)
})

test('a chain of five thousand nodes is checked whole', { timeout: 60_000 }, () => {
  const problems = validateFlow(deepFlow(5_000), catalogue)
  expect(problems.filter((problem) => problem.code === 'missing-input' && problem.field === 'baseChain')).toHaveLength(
    1,
  )
  expect(problems.some((problem) => problem.code === 'several-endings' || problem.code === 'cycle')).toBe(false)
})
