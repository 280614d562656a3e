import type { Flow } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { wordChanges } from '../../../lib/word-changes.ts'
import { compareFlows, type ChangedValue } from '../model/compare-flows.ts'

interface FlowChangesProps {
  from: Flow
  to: Flow
  /** Whether the other flow is somebody else's, or the same one at another time. */
  voice: 'theirs' | 'later'
  /** With what the fields held and hold, texts word by word. */
  withValues?: boolean
}

/** What one flow has that the other has not, and the other way round. */
export function FlowChanges({ from, to, voice, withValues = false }: FlowChangesProps) {
  const { t } = useTranslation('canvas')
  const { added, removed, changed, edges } = compareFlows(from, to)
  const isSame = added.length + removed.length + changed.length + edges === 0
  if (isSame) return <p>{t('changes.none')}</p>
  return (
    <ul className="cw-report">
      {added.length > 0 ? <li>{t(`changes.${voice}.added`, { names: added.join(', ') })}</li> : null}
      {removed.length > 0 ? <li>{t(`changes.${voice}.removed`, { names: removed.join(', ') })}</li> : null}
      {changed.map(({ label, fields, values }) => (
        <li key={`${label} ${fields.join()}`}>
          {t(`changes.${voice}.changed`, { label, fields: fields.join(', ') })}
          {withValues && values.length > 0 ? (
            <ul className="cw-report">
              {values.map((value) => (
                <li key={value.field}>
                  {value.field}: <ChangedText {...value} />
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
      {edges > 0 ? <li>{t('changes.edges', { count: edges })}</li> : null}
    </ul>
  )
}

/** A text of more words than these is shown by what changed in it, a shorter one as it was and is. */
const FEW_WORDS = 4

function ChangedText({ before, after }: Pick<ChangedValue, 'before' | 'after'>) {
  const { t } = useTranslation('canvas')
  const isText = [before, after].every((text) => text.trim().split(/\s+/).length > FEW_WORDS)
  if (!isText) {
    return (
      <>
        <del>{before === '' ? t('changes.nothing') : before}</del> →{' '}
        <ins>{after === '' ? t('changes.nothing') : after}</ins>
      </>
    )
  }
  return (
    <span style={{ whiteSpace: 'pre-wrap' }}>
      {wordChanges(before, after).map(({ text, change }, index) => {
        const Piece = change === 'added' ? 'ins' : change === 'removed' ? 'del' : 'span'
        // oxlint-disable-next-line react/no-array-index-key -- pieces never move
        return <Piece key={index}>{text}</Piece>
      })}
    </span>
  )
}
