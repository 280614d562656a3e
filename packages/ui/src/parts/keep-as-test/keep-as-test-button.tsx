import Button from '@mui/material/Button'
import { IconTestPipe } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'

const KeepDialog = lazyDialog(() => import('./keep-dialog.tsx'), { texts: ['tests'] })

interface KeepAsTestButtonProps {
  runId: string
  flowId: string
  /** Names the answer where several can be kept; leave out where there is one, and the button says its word. */
  question?: string
  size?: number
}

/** Keeps an answer as a test of its flow: this, and one more click. */
export function KeepAsTestButton({ runId, flowId, question, size = 20 }: KeepAsTestButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const icon = <IconTestPipe size={size} aria-hidden />
  const open = () => setIsOpen(true)
  return (
    <>
      {question === undefined ? (
        <Button startIcon={icon} onClick={open}>
          {t('action.keepAsTest')}
        </Button>
      ) : (
        <LabelledIconButton label={t('action.keepAnswerAsTest', { question })} onClick={open}>
          {icon}
        </LabelledIconButton>
      )}
      {isOpen ? <KeepDialog runId={runId} flowId={flowId} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
