import type { Flow } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { compareFlows } from '../model/compare-flows.ts'

/** What their flow has that mine has not, and the other way round. */
export function FlowChanges({ mine, theirs }: { mine: Flow; theirs: Flow }) {
  const { t } = useTranslation('canvas')
  const { added, removed, changed, edges } = compareFlows(mine, theirs)
  const isSame = added.length + removed.length + changed.length + edges === 0
  if (isSame) return <p>{t('changes.none')}</p>
  return (
    <ul className="cw-report">
      {added.length > 0 ? <li>{t('changes.added', { names: added.join(', ') })}</li> : null}
      {removed.length > 0 ? <li>{t('changes.removed', { names: removed.join(', ') })}</li> : null}
      {changed.map(({ label, fields }) => (
        <li key={`${label} ${fields.join()}`}>{t('changes.changed', { label, fields: fields.join(', ') })}</li>
      ))}
      {edges > 0 ? <li>{t('changes.edges', { count: edges })}</li> : null}
    </ul>
  )
}
