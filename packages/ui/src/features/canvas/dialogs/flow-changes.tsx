import type { Flow } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { compareFlows } from '../model/compare-flows.ts'

interface FlowChangesProps {
  from: Flow
  to: Flow
  /** Whether the other flow is somebody else's, or the same one at another time. */
  voice: 'theirs' | 'later'
}

/** What one flow has that the other has not, and the other way round. */
export function FlowChanges({ from, to, voice }: FlowChangesProps) {
  const { t } = useTranslation('canvas')
  const { added, removed, changed, edges } = compareFlows(from, to)
  const isSame = added.length + removed.length + changed.length + edges === 0
  if (isSame) return <p>{t('changes.none')}</p>
  return (
    <ul className="cw-report">
      {added.length > 0 ? <li>{t(`changes.${voice}.added`, { names: added.join(', ') })}</li> : null}
      {removed.length > 0 ? <li>{t(`changes.${voice}.removed`, { names: removed.join(', ') })}</li> : null}
      {changed.map(({ label, fields }) => (
        <li key={`${label} ${fields.join()}`}>{t(`changes.${voice}.changed`, { label, fields: fields.join(', ') })}</li>
      ))}
      {edges > 0 ? <li>{t('changes.edges', { count: edges })}</li> : null}
    </ul>
  )
}
