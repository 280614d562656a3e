import { IconBroadcast } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'

/** Which version answers, where that is not simply the newest: a word beside the name that leads to the versions. */
export function LiveWord() {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const live = useCanvasState(({ chatflow }) =>
    chatflow && (chatflow.publish === 'hand' || chatflow.liveVersion !== chatflow.version)
      ? chatflow.liveVersion
      : undefined,
  )
  const isNewest = useCanvasState(({ chatflow }) => chatflow?.version === live)
  if (live === undefined) return null
  return (
    <button
      type="button"
      className={`cw-live-word${isNewest ? ' is-newest' : ''}`}
      title={t('live.hint')}
      onClick={() => canvas.openDialog({ kind: 'history', againstLive: true })}
    >
      <IconBroadcast size={16} aria-hidden />
      {t(isNewest ? 'live.newest' : 'live.older', { version: live })}
    </button>
  )
}
