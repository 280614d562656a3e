import { describe, expect, test } from 'vitest'
import { deadSteps } from './branches.ts'
import type { Link, ValuePlan, Step } from './plan.ts'

/** Steps from what each takes: `[source, output, isRequired]`; the first is the fork, the others hang on it. */
function planOf(...taken: [source: number, output: string | undefined, isRequired: boolean][][]): ValuePlan {
  const steps = taken.map((links, index) => ({
    index,
    isFork: index === 0,
    isGuarded: links.length > 0,
    links: links.map(([source, output, isRequired]): Link => ({ source, output, isRequired })),
  })) as unknown as Step[]
  return { steps, forks: [0] } as unknown as ValuePlan
}

const whenYes = new Map([[0, 'yes']])

describe('when a fork has decided, a step is dead', () => {
  test('that hangs on the other output, and all that needs it', () => {
    const plan = planOf([], [[0, 'yes', true]], [[0, 'no', true]], [[2, undefined, true]])
    expect([...deadSteps(plan, whenYes)]).toEqual([2, 3])
  })

  test('for which one input is lost that it cannot do without', () => {
    const plan = planOf(
      [],
      [[0, 'yes', true]],
      [[0, 'no', true]],
      [
        [1, undefined, false],
        [2, undefined, true],
      ],
    )
    expect([...deadSteps(plan, whenYes)]).toEqual([2, 3])
  })

  test('for which it is lost together with one that it could do without', () => {
    const plan = planOf(
      [],
      [
        [0, 'no', false],
        [0, 'no', true],
        [0, 'yes', false],
      ],
    )
    expect([...deadSteps(plan, whenYes)]).toEqual([1])
  })

  test('not where branches meet again and something is left', () => {
    const plan = planOf(
      [],
      [[0, 'yes', true]],
      [[0, 'no', true]],
      [
        [1, undefined, false],
        [2, undefined, false],
      ],
    )
    expect([...deadSteps(plan, whenYes)]).toEqual([2])
  })

  test('whose branches are all lost, though it also takes what no branch decides', () => {
    const plan = planOf(
      [],
      [],
      [
        [0, 'no', false],
        [1, undefined, false],
      ],
    )
    expect([...deadSteps(plan, whenYes)]).toEqual([2])
  })

  test('never for an edge that says no output, nor before the decision', () => {
    const plan = planOf([], [[0, undefined, true]], [[0, 'no', true]])
    expect([...deadSteps(plan, whenYes)]).toEqual([2])
    expect([...deadSteps(plan, new Map())]).toEqual([])
  })
})

test('without a fork all steps live', () => {
  const plan = planOf([], [[0, 'no', true]])
  expect([...deadSteps({ ...plan, forks: [] }, whenYes)]).toEqual([])
})
