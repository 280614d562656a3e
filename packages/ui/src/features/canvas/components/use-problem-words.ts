import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

import type { CanvasProblem } from '../model/problems.ts'

/** Says a problem in the person's language; what quotes a node's own words stays as it came. */
export function useProblemWords(): (problem: CanvasProblem) => CanvasProblem {
  const { t } = useTranslation('canvas')
  return useCallback(
    (problem) => {
      if (!problem.phrase) return problem
      const { id, values } = problem.phrase
      return { ...problem, message: t(`problem.${id}.message`, values), fix: t(`problem.${id}.fix`, values) }
    },
    [t],
  )
}
