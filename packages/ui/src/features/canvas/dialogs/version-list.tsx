import type { ChatflowVersion } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

import { TimeAgo } from '../../../components/time-ago.tsx'
import type { OpenChatflow } from '../model/canvas-state.ts'

interface VersionListProps {
  versions: readonly ChatflowVersion[]
  shown: number | undefined
  chatflow: Pick<OpenChatflow, 'version' | 'liveVersion'>
  onChoose(version: number): void
}

/** The kept versions, newest first: which of them is on the canvas, and which one answers. */
export function VersionList({ versions, shown, chatflow, onChoose }: VersionListProps) {
  const { t } = useTranslation('canvas')
  return (
    <ul className="cw-history-list" aria-label={t('command.history')}>
      {versions.map(({ version, createdDate, nodeCount }) => (
        <li key={version}>
          <button
            type="button"
            className={version === shown ? 'is-active' : ''}
            aria-current={version === shown}
            onClick={() => onChoose(version)}
          >
            <span>
              {t('history.version', { version })}
              {version === chatflow.version ? ` · ${t('history.current')}` : ''}
              {version === chatflow.liveVersion ? <span className="cw-live-mark">{t('live.live')}</span> : null}
            </span>
            <span className="cw-choice-note">
              <TimeAgo date={createdDate} /> · {t('history.nodes', { count: nodeCount })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
