import type { Edit } from '@chatwright/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What a gesture did, by its first edit: the others follow from it. */
export function useEditWords(): (edits: readonly Edit[]) => string {
  const { t } = useTranslation('canvas')
  return useCallback(([edit]) => t(`edits.${edit?.do ?? 'restore'}`), [t])
}
