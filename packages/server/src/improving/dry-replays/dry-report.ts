import type { DryReplay } from '@chatwright/contract'
import type { DryTold } from './dry-replay.ts'

export type DryReport = Pick<
  DryReplay,
  'total' | 'same' | 'different' | 'open' | 'reached' | 'priceMicro' | 'unpriced' | 'items' | 'tests'
>

/** With nothing recorded nothing is proved. A test that failed before and answers the same is no change. */
export function isProved({ items, tests }: DryTold): boolean {
  const isUnchanged = items.every(({ verdict }) => verdict === 'same')
  const isKept = tests.every(({ test, isSame }) => test === 'passed' || isSame)
  return items.length + tests.length > 0 && isUnchanged && isKept
}

export function reportOf({ items, tests }: DryTold): DryReport {
  const counts = { same: 0, different: 0, open: 0 }
  const reached = new Map<string, DryReport['reached'][number]>()
  const unpriced = new Set<string>()
  let priceMicro = 0
  for (const item of items) {
    counts[item.verdict] += 1
    if (item.verdict !== 'open') continue
    priceMicro += item.priceMicro
    for (const model of item.unpriced) unpriced.add(model)
    const { nodeId, label } = item
    const place = reached.get(nodeId ?? '') ?? { nodeId, label, count: 0 }
    reached.set(nodeId ?? '', { ...place, count: place.count + 1 })
  }
  return {
    total: items.length,
    ...counts,
    reached: [...reached.values()].toSorted((a, b) => b.count - a.count),
    priceMicro,
    unpriced: [...unpriced],
    tests: testsOf(tests),
    items: items.flatMap(({ runId, executionId, question, ...told }) =>
      told.verdict === 'same'
        ? []
        : [
            {
              runId,
              executionId,
              question,
              verdict: told.verdict,
              label: told.verdict === 'open' ? told.label : null,
              priceMicro: told.verdict === 'open' ? told.priceMicro : null,
            },
          ],
    ),
  }
}

function testsOf(tests: DryTold['tests']): DryReport['tests'] {
  const count = (verdict: string): number => tests.filter(({ test }) => test === verdict).length
  return {
    total: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    unproved: count('unproved'),
    items: tests.flatMap(({ setId, caseId, name, test, said }) =>
      test === 'passed' ? [] : [{ setId, caseId, name, verdict: test, said }],
    ),
  }
}
