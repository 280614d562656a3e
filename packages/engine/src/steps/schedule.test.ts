import { describe, expect, it } from 'vitest'
import { advance, beginSchedule, type SkippedStep } from './schedule.ts'
import { CircleError, graphOf, type StepGraph } from './step-graph.ts'

describe('the order in which steps run', () => {
  it('waits for both sides of a plain join', () => {
    expect(runs('S>A S>B A>C B>C')).toEqual('S A B C')
  })

  it('runs a join behind a decision once', () => {
    expect(runs('S>if if.0>P P>A P>B A>C B>C', { if: '0' })).toEqual('S if P A B C')
  })

  it('runs a step to which both outputs of a decision lead', () => {
    expect(runs('S>if if.0>X if.1>X', { if: '0' })).toEqual('S if X')
    expect(runs('S>if if.0>X if.1>X', { if: '1' })).toEqual('S if X')
  })

  it('runs nothing that hangs on an output not taken', () => {
    expect(runs('S>if if.0>A if.0>B if.1>C', { if: '1' })).toEqual('S if C')
  })

  it('joins the ways of a decision after the one taken', () => {
    expect(runs('S>if if.0>A if.1>B A>C B>C', { if: '1' })).toEqual('S if B C')
    expect(runs('S>if if.0>A A>C if.1>C', { if: '0' })).toEqual('S if A C')
    expect(runs('S>if if.0>A A>C if.1>C', { if: '1' })).toEqual('S if C')
  })

  it('skips a join that needs a way not taken beside one that was, and says so', () => {
    const { order, skipped } = follow(graph('S>if S>D if.0>A if.1>B A>C D>C'), { choices: { if: '1' } })
    expect(order.join(' ')).toBe('S if D B')
    expect(skipped).toEqual([
      { id: 'A', from: ['if'] },
      { id: 'C', from: ['A'] },
    ])
  })

  it.each([
    ['0', '0', 'S if1 A C'],
    ['1', '0', 'S if1 if2 B C'],
    ['1', '1', 'S if1 if2 D C'],
  ])('joins two decisions in a chain (%s, %s)', (one, two, order) => {
    expect(runs('S>if1 if1.0>A A>C if1.1>if2 if2.0>B B>C if2.1>D D>C', { if1: one, if2: two })).toEqual(order)
  })

  it('needs every way beside a decision, also below another one', () => {
    expect(runs('S>if0 if0.0>P P>D P>if if.0>A if.1>B A>C D>C if0.1>E', { if0: '0', if: '1' })).toEqual(
      'S if0 P D if B',
    )
    expect(runs('S>if0 if0.0>P P>D P>if if.0>A if.1>B A>C D>C if0.1>E', { if0: '0', if: '0' })).toEqual(
      'S if0 P D if A C',
    )
  })

  it('needs a way that no decision is above beside those that one decides', () => {
    const drawn = graph('S>if S>F F>D if.0>B if.1>C B>D C>D')
    const late = (open: readonly { id: string }[]): number =>
      Math.max(
        0,
        open.findIndex(({ id }) => id !== 'F'),
      )
    for (const [taken, side] of [
      ['0', 'B'],
      ['1', 'C'],
    ] as const)
      expect(follow(drawn, { choices: { if: taken }, pick: late }).order.join(' ')).toBe(`S if ${side} F D`)
  })

  it('takes ways with the same nearest decision for alternatives, whichever output they hang on', () => {
    expect(runs('S>if if.0>A if.1>B A>J B>J J>C if.0>C', { if: '1' })).toEqual('S if B J C')
  })

  it('repeats what a loop leads back to', () => {
    expect(runs('S>A A>L', {}, { L: ['A', 3] })).toEqual('S A L A L A L')
  })

  it('goes back through a decision', () => {
    expect(runs('S>A A>H H.0>E H.1>L', { H: '1' }, { L: ['A', 2] })).toEqual('S A H L A H L')
  })

  it('keeps what came from outside a loop that leads to one side of a join', () => {
    expect(runs('S>A S>B A>C B>C C>L', {}, { L: ['A', 3] })).toEqual('S A B C L A C L A C L')
  })

  it('goes back only when nothing of what is repeated is still to come', () => {
    expect(runs('S>T T>X X>L T>Y Y>Z Z>W', {}, { L: ['T', 2] })).toEqual('S T X Y L Z W T X Y L Z W')
  })

  it('goes back while a way beside it still waits, and joins them once', () => {
    const drawn = graph('S>A A>C S>B B>if if.0>C if.1>L')
    const waiting = (open: readonly { id: string }[]): number =>
      Math.max(
        0,
        open.findIndex(({ id }) => id !== 'A'),
      )
    const way = { choices: { if: ['1', '1', '0'] }, loops: { L: ['B', 9] } } as const
    expect(follow(drawn, { ...way, pick: waiting }).order.join(' ')).toBe('S B if L B if L B if A C')
    expect(follow(drawn, way).order.join(' ')).toBe('S A B if L B if L B if C')
  })

  it('makes one pass of two loops that lead back to the same step', () => {
    const once = 'S T X Y L M'
    expect(runs('S>T T>X T>Y X>L Y>M', {}, { L: ['T', 2], M: ['T', 2] })).toEqual(`${once} T X Y L M`)
  })

  it('ends the inner of two loops before the outer goes back', () => {
    expect(runs('S>A A>B B>I B>O', {}, { I: ['B', 2], O: ['A', 2] })).toEqual('S A B I O B I O A B I O')
  })

  it('does not wait for a step that nothing leads to', () => {
    const forgotten = graph('S>A X>A', { starts: ['S'] })
    expect(follow(forgotten).order.join(' ')).toBe('S A')
    expect([...forgotten.unreached]).toEqual(['X'])
  })

  it('refuses a circle of edges, naming its steps', () => {
    expect(() => graph('S>A A>B B>C C>A C>D', { starts: ['S'] })).toThrow(CircleError)
    expect(() => graph('S>A A>B B>C C>A C>D', { starts: ['S'] })).toThrow('B, C, A')
  })

  it('tells which executions led to a step, in the order they were drawn', () => {
    const { after } = follow(graph('S>B S>A A>C B>C'), { pick: (open) => open.length - 1 })
    expect(after.get('C@0')).toEqual(['A@0', 'B@0'])
  })

  it('copes with a chain of two thousand decisions', () => {
    const chain = Array.from({ length: 2000 }, (_, n) => `d${n}.0>d${n + 1} d${n}.1>end`)
    const long = graph(`S>d0 ${chain.join(' ')}`)
    expect(follow(long).order).toHaveLength(2003)
  })
})

type Loops = Record<string, readonly [target: string, passes: number]>

function runs(drawing: string, choices: Record<string, string> = {}, loops: Loops = {}): string {
  return follow(graph(drawing), { choices, loops }).order.join(' ')
}

/** `S>A` is an edge; `if.0>A` one that hangs on an output of a decision. */
function graph(drawing: string, options: { starts?: string[] } = {}): StepGraph {
  const edges = drawing.split(' ').map((text) => {
    const [from = '', target = ''] = text.split('>')
    const [source = '', output] = from.split('.')
    return { source, target, output: output ?? source, isChoice: output !== undefined }
  })
  const ids = [...new Set(edges.flatMap(({ source, target }) => [source, target]))]
  const decisions = new Set(edges.flatMap(({ source, isChoice }) => (isChoice ? [source] : [])))
  return graphOf({ ids, edges, decisions, ...options })
}

interface Way {
  /** Of a decision that comes up more than once: one for each time. */
  choices?: Record<string, string | readonly string[]>
  loops?: Loops
  /** Which of the open steps finishes next. */
  pick?: (open: readonly { id: string }[]) => number
}

function follow(drawn: StepGraph, { choices = {}, loops = {}, pick = () => 0 }: Way = {}) {
  const order: string[] = []
  const skipped: SkippedStep[] = []
  const after = new Map<string, readonly string[]>()
  const passes = new Map<string, number>()
  let step = beginSchedule(drawn)
  for (;;) {
    for (const { path, after: before } of step.ready) after.set(path, before)
    skipped.push(...step.skipped)
    const next = step.schedule.open[pick(step.schedule.open)]
    if (!next) return { order, skipped, after }
    order.push(next.id)
    const pass = (passes.get(next.id) ?? 0) + 1
    passes.set(next.id, pass)
    const [target, total = 0] = loops[next.id] ?? []
    const choice = [choices[next.id] ?? []].flat().at(pass - 1) ?? [choices[next.id] ?? []].flat().at(-1)
    step = advance(drawn, step.schedule, {
      id: next.id,
      ...(choice !== undefined && { taken: [choice] }),
      ...(target !== undefined && pass < total && { jump: target }),
    })
  }
}
