import { describe, expect, it } from 'vitest'
import { addTo, joinBranches, saidIn, type BranchContext } from './branch-context.ts'

describe('what runs side by side', () => {
  const start = addTo<string>(undefined, 'start', { state: { topic: 'none', count: 1 }, said: ['hello'] })

  it('begins from what was there at the fork, without the other side', () => {
    const left = addTo(start, 'left', { state: { topic: 'cats' }, said: ['meow'] })
    const right = addTo(start, 'right', { state: { count: 2 }, said: ['woof'] })
    expect([left.state, saidIn(left)]).toEqual([{ topic: 'cats', count: 1 }, ['hello', 'meow']])
    expect([right.state, saidIn(right)]).toEqual([{ topic: 'none', count: 2 }, ['hello', 'woof']])
  })

  it('is joined in the order it was drawn, what came before the fork once', () => {
    const left = addTo(start, 'left', { state: { topic: 'cats' }, said: ['meow'] })
    const right = addTo(start, 'right', { state: { topic: 'dogs', count: 2 }, said: ['woof'] })
    expect(told([left, right])).toEqual([{ topic: 'dogs', count: 2 }, ['hello', 'meow', 'woof']])
    expect(told([right, left])).toEqual([{ topic: 'cats', count: 2 }, ['hello', 'woof', 'meow']])
  })

  it('is not joined twice where one side already holds the other', () => {
    const left = addTo(start, 'left', { said: ['meow'] })
    const right = addTo(start, 'right', { said: ['woof'] })
    const both = joinBranches([right, left])
    expect(told([left, addTo(both, 'both', { said: ['peace'] })])[1]).toEqual(['hello', 'meow', 'woof', 'peace'])
  })

  it('joins sides that are ten thousand steps long', () => {
    const long = (name: string): BranchContext<string> =>
      Array.from({ length: 10_000 }, (_, n) => `${name}@${n}`).reduce(
        (at, path) => addTo(at, path, { said: [path] }),
        start,
      )
    expect(told([long('a'), long('b')])[1]).toHaveLength(20_001)
  })

  it('is nothing where nothing was', () => {
    expect(joinBranches([])).toBeUndefined()
    expect(saidIn(undefined)).toEqual([])
  })
})

function told(ways: readonly BranchContext<string>[]): [unknown, string[]] {
  const joined = joinBranches(ways)
  return [joined?.state, saidIn(joined)]
}
