import type { EditRefusal } from '@chatwright/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

import { useTypePhrases } from '../node/port-words.ts'
import { withTypeWords } from './use-problem-words.ts'

/** Why an edit was refused, in the reader's language. */
export function useRefusalWords(): (refusal: EditRefusal) => string {
  const { t } = useTranslation('canvas')
  const phrases = useTypePhrases()
  return useCallback(({ code, params }) => t(`refusal.${code}`, withTypeWords(params, phrases)), [t, phrases])
}
