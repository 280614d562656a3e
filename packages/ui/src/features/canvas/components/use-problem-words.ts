import { splitTypes } from '@chatwright/core'
import type { Phrase } from '@chatwright/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

import type { CanvasProblem } from '../model/problems.ts'
import { useTypePhrases } from '../node/port-words.ts'

/** Says a problem in the person's language; what quotes a node's own words stays as it came. */
export function useProblemWords(): (problem: CanvasProblem) => CanvasProblem {
  const { t } = useTranslation('canvas')
  const phrases = useTypePhrases()
  return useCallback(
    (problem) => {
      if (!problem.phrase) return problem
      const { id } = problem.phrase
      const values = withTypeWords(problem.phrase.values, phrases)
      return { ...problem, message: t(`problem.${id}.message`, values), fix: t(`problem.${id}.fix`, values) }
    },
    [t, phrases],
  )
}

/** Checks name what is taken and given by its classes; each language has its own words for them. */
export function withTypeWords(
  values: Phrase['values'],
  { taken, given }: ReturnType<typeof useTypePhrases>,
): Phrase['values'] {
  const { takes, gives } = values
  return {
    ...values,
    ...(takes !== undefined && { takes: taken(splitTypes(String(takes))) }),
    ...(gives !== undefined && { gives: given(String(gives).split(', ')) }),
  }
}
