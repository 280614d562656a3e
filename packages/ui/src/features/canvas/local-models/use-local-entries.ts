import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocalModels } from '../../../lib/use-local-models.ts'
import { useCanvasState } from '../canvas-context.tsx'
import { localEntries } from './local-entries.ts'
import type { LocalEntry } from './local-entries.ts'

/** Models that run on this machine; none while nobody has found any. */
export function useLocalEntries(): LocalEntry[] {
  const { t } = useTranslation('canvas')
  const catalogue = useCanvasState((state) => state.componentNodes)
  const { data: servers } = useLocalModels()
  return useMemo(
    () =>
      localEntries(servers ?? [], { catalogue, note: ({ label, address }) => t('palette.runs', { label, address }) }),
    [catalogue, servers, t],
  )
}
