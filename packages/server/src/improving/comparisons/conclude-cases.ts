import type { ComparedCase, ComparisonSummary } from '@chatwright/contract'
import { tellApart } from '@chatwright/core'
import { verdictOf, type CaseOutcome } from './compare-case.ts'

/** More that is unclear, and nobody can say that nothing got worse. */
const MOST_UNCLEAR = 0.1

/** Weighs all cases together: those with checks for what is right, the others for what is another answer. */
export function concludeCases(
  outcomes: readonly CaseOutcome[],
  { cases, asks }: { cases: number; asks: number },
): { summary: ComparisonSummary; items: ComparedCase[] } {
  const checked = weigh(outcomes, { hasChecks: true, asks })
  const others = weigh(outcomes, { hasChecks: false, asks })
  const items = outcomes.map((outcome, index): ComparedCase => {
    const { proved, evidence: _, asked: __, priceMicro: ___, ...told } = outcome
    const direction = checked.directions.get(outcome) ?? others.directions.get(outcome) ?? 'unclear'
    return { ...told, number: index + 1, verdict: proved ?? verdictOf(outcome, direction) }
  })
  const count = (verdict: ComparedCase['verdict']): number => items.filter((item) => item.verdict === verdict).length
  const counts = {
    same: count('same'),
    reworded: count('reworded'),
    better: count('better'),
    worse: count('worse'),
    different: count('different'),
    // What was not asked is never a pass.
    unclear: count('unclear') + cases - items.length,
  }
  const flips = [checked, others].filter(({ directions }) => directions.size > 0).map(({ flipRate }) => flipRate)
  return {
    items,
    summary: {
      cases,
      done: items.length,
      ...counts,
      flipRate: flips[0] ?? null,
      conclusion:
        checked.isWorse || counts.worse > 0
          ? 'regression'
          : cases === 0 || counts.unclear > cases * MOST_UNCLEAR
            ? 'not-enough'
            : 'no-regression',
      asked: outcomes.reduce((sum, { asked }) => sum + asked, 0),
      priceMicro: outcomes.reduce((sum, { priceMicro }) => sum + priceMicro, 0),
    },
  }
}

export function emptySummary(cases: number): ComparisonSummary {
  const none = { done: 0, same: 0, reworded: 0, better: 0, worse: 0, different: 0, unclear: 0, asked: 0, priceMicro: 0 }
  return { cases, ...none, flipRate: null, conclusion: null }
}

function weigh(outcomes: readonly CaseOutcome[], { hasChecks, asks }: { hasChecks: boolean; asks: number }) {
  const asked = outcomes.flatMap((outcome) =>
    outcome.evidence && outcome.hasChecks === hasChecks ? [{ outcome, evidence: outcome.evidence }] : [],
  )
  const told = tellApart(
    asked.map(({ evidence }) => evidence),
    asks,
  )
  const directions = new Map(asked.map(({ outcome }, index) => [outcome, told.directions[index] ?? 'unclear']))
  return { ...told, directions }
}
