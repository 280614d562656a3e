import { useTranslation } from 'react-i18next'

import type { Difference } from '../model/compare-flows.ts'

/** Says on a node how it stands to another version: added, removed, or which fields changed. */
export function DifferenceMark({ difference: { state, fields } }: { difference: Difference }) {
  const { t } = useTranslation('canvas')
  const words = t(`changes.state.${state}`, { fields: fields.join(', ') })
  return (
    <span className="cw-difference" title={words}>
      {words}
    </span>
  )
}
