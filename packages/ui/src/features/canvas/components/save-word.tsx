import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCloudOff,
  IconLoader2,
  IconPencil,
  IconUsers,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useCanvasState } from '../canvas-context.tsx'
import { saveWord } from '../model/save-state.ts'

const ICONS = {
  new: IconCircleDashed,
  dirty: IconPencil,
  saving: IconLoader2,
  saved: IconCircleCheck,
  offline: IconCloudOff,
  conflict: IconUsers,
  failed: IconAlertCircle,
}

/** Dirty, saving, saved, offline: a word beside the name. */
export function SaveWord() {
  const { t } = useTranslation('canvas')
  const word = useCanvasState(({ save, isDirty, chatflow }) =>
    saveWord({ save, isDirty, isStored: chatflow !== undefined }),
  )
  const message = useCanvasState(({ save }) => (save.status === 'failed' ? save.message : undefined))
  const Icon = ICONS[word]
  return (
    <span className={`cw-save-word is-${word}`} role="status" title={message ?? t(`saveHint.${word}`)}>
      <Icon size={16} aria-hidden />
      {t(`save.${word}`)}
    </span>
  )
}
