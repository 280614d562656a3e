import { addTo, joinBranches, saidIn, type BranchContext } from '@chatwright/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance, beginSchedule, type OpenStep, type SkippedStep } from './schedule.ts'
import { graphOf, reachable, type StepGraph } from './step-graph.ts'

describe('any drawing of steps', () => {
  it('runs exactly what the rule says, each once, after what led to it', () => {
    fc.assert(
      fc.property(drawings({ hasLoops: false }), fc.infiniteStream(fc.nat()), (drawn, picks) => {
        const { ran, skipped } = follow(drawn, picks)
        const expected = oracle(drawn)
        expect(ran.map(({ id }) => id).toSorted()).toEqual([...expected].toSorted())
        const reached = drawn.ids.filter((id) => !drawn.graph.unreached.has(id))
        expect(skipped.map(({ id }) => id).toSorted()).toEqual(reached.filter((id) => !expected.has(id)).toSorted())
        const places = new Map(ran.map(({ path }, place) => [path, place]))
        for (const { path, after } of ran) {
          for (const before of after) expect(places.get(before)).toBeLessThan(places.get(path) ?? -1)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('ends, tells of every step and comes to the same however it is interleaved, loops included', () => {
    fc.assert(
      fc.property(drawings({ hasLoops: true }), fc.infiniteStream(fc.nat()), (drawn, picks) => {
        const one = follow(drawn, oneAfterAnother())
        const other = follow(drawn, picks)
        expect(byPath(other.ran)).toEqual(byPath(one.ran))
        expect(neverRan(other)).toEqual(neverRan(one))
        expect(other.said).toEqual(one.said)
        const told = new Set([...one.ran, ...one.skipped].map(({ id }) => id))
        for (const id of drawn.ids) expect(told.has(id) || drawn.graph.unreached.has(id)).toBe(true)
        const paths = one.ran.map(({ path }) => path)
        expect(new Set(paths).size).toBe(paths.length)
      }),
      { numRuns: 300 },
    )
  })

  it('goes on from its JSON', () => {
    fc.assert(
      fc.property(drawings({ hasLoops: true }), (drawn) => {
        const kept = follow(drawn, oneAfterAnother(), { isStored: true })
        expect(byPath(kept.ran)).toEqual(byPath(follow(drawn, oneAfterAnother()).ran))
      }),
      { numRuns: 100 },
    )
  })
})

interface Drawn {
  graph: StepGraph
  ids: string[]
  /** By decision: the output it takes at each of its runs, in turn. */
  choices: ReadonlyMap<string, readonly string[]>
  loops: ReadonlyMap<string, Loop>
}

interface Loop {
  to: string
  jumps: number
}

/** Edges lead from lower to higher numbers; some steps decide between two outputs, some lead back to one before them. */
function drawings({ hasLoops }: { hasLoops: boolean }): fc.Arbitrary<Drawn> {
  const step = fc.record({
    from: fc.array(fc.tuple(fc.nat(), fc.constantFrom('0', '1')), { minLength: 1, maxLength: 3 }),
    choices: fc.option(fc.array(fc.constantFrom('0', '1'), { minLength: 1, maxLength: 3 }), { nil: undefined }),
    loop: fc.option(fc.record({ to: fc.nat(), jumps: fc.integer({ min: 1, max: 3 }) }), { nil: undefined, freq: 4 }),
  })
  return fc.array(step, { minLength: 1, maxLength: 12 }).map((parts) => {
    const ids = ['s0']
    const edges: { source: string; target: string; output: string }[] = []
    const loops = new Map<string, Loop>()
    const choices = new Map<string, readonly string[]>()
    for (const { from, choices: outputs, loop } of parts) {
      const id = `s${ids.length}`
      const sources = ids.filter((source) => !loops.has(source))
      for (const [place, choice] of from) {
        const source = sources[place % sources.length] ?? 's0'
        edges.push({ source, target: id, output: choices.has(source) ? choice : source })
      }
      ids.push(id)
      const before = stepsBefore(id, edges)
      const to = before[(loop?.to ?? 0) % before.length]
      if (hasLoops && loop && to !== undefined) loops.set(id, { to, jumps: loop.jumps })
      else if (outputs) choices.set(id, outputs)
    }
    const graph = graphOf({ ids, edges, decisions: new Set(choices.keys()) })
    return { graph, ids, choices, loops: withoutMeeting(graph, loops) }
  })
}

/**
 * Two loops side by side that both come to one step again at every pass, and not by a decision, repeat it as often as they
 * happen to meet: such a drawing says no order. Of them the first stays.
 */
function withoutMeeting(graph: StepGraph, loops: ReadonlyMap<string, Loop>): Map<string, Loop> {
  const bodyOf = ({ to }: Loop): ReadonlySet<string> =>
    reachable([to], (id) => (graph.steps.get(id)?.outgoing ?? []).map(({ target }) => target))
  const kept = new Map<string, Loop>()
  for (const [id, loop] of loops) {
    const body = bodyOf(loop)
    const meets = [...kept].some(([otherId, other]) => {
      const otherBody = bodyOf(other)
      return !body.has(otherId) && !otherBody.has(id) && [...body].some((step) => otherBody.has(step))
    })
    if (!meets) kept.set(id, loop)
  }
  return kept
}

/** All but the start. */
function stepsBefore(id: string, edges: readonly { source: string; target: string }[]): string[] {
  const seen = new Set([id])
  for (const at of seen) for (const { source, target } of edges) if (target === at) seen.add(source)
  return [...seen].filter((step) => step !== id && step !== 's0')
}

/** The rule, said slowly: over and over until nothing more follows. */
function oracle({ graph, ids, choices }: Drawn): Set<string> {
  const ran = new Set(graph.starts)
  for (let before = -1; before !== ran.size;) {
    before = ran.size
    for (const id of ids) {
      const step = graph.steps.get(id)
      if (!step || ran.has(id) || graph.unreached.has(id) || step.incoming.length === 0) continue
      const isTaken = (edge: (typeof step.incoming)[number]): boolean =>
        ran.has(edge.source) && (!choices.has(edge.source) || choices.get(edge.source)?.[0] === edge.output)
      if (step.gates.every((gate) => gate.some(isTaken))) ran.add(id)
    }
  }
  return ran
}

function* oneAfterAnother(): Generator<number> {
  for (;;) yield 0
}

function follow(drawn: Drawn, picks: Iterable<number>, { isStored = false } = {}) {
  const { graph, choices, loops } = drawn
  const ran: OpenStep[] = []
  const skipped: SkippedStep[] = []
  const runsOf = new Map<string, number>()
  const contexts = new Map<string, BranchContext<string>>()
  const source = picks[Symbol.iterator]()
  let step = beginSchedule(graph)
  for (let turn = 0; turn < 5000; turn++) {
    skipped.push(...step.skipped)
    const schedule = isStored ? (JSON.parse(JSON.stringify(step.schedule)) as typeof step.schedule) : step.schedule
    if (step.hasEnded) return { ran, skipped, said: new Map([...contexts].map(([path, at]) => [path, saidIn(at)])) }
    const next = schedule.open[(source.next().value ?? 0) % schedule.open.length]
    if (!next) throw new Error('Nothing is open, and the run has not ended')
    ran.push(next)
    const run = runsOf.get(next.id) ?? 0
    runsOf.set(next.id, run + 1)
    const before = joinBranches(next.after.map((path) => contexts.get(path)).filter((context) => context !== undefined))
    contexts.set(next.path, addTo(before, next.path, { said: [next.path] }))
    const outputs = choices.get(next.id)
    const loop = loops.get(next.id)
    step = advance(graph, schedule, {
      id: next.id,
      ...(outputs && { taken: [outputs[Math.min(run, outputs.length - 1)] ?? '0'] }),
      ...(loop && run < loop.jumps && { jump: loop.to }),
    })
  }
  throw new Error('The run does not end')
}

function neverRan({ ran, skipped }: ReturnType<typeof follow>): string[] {
  const did = new Set(ran.map(({ id }) => id))
  return [...new Set(skipped.map(({ id }) => id))].filter((id) => !did.has(id)).toSorted()
}

function byPath<Entry extends { path: string }>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => one.path.localeCompare(other.path))
}
