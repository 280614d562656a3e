import Button from '@mui/material/Button'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { notify } from '../state/notifications.ts'
import { LabelledIconButton } from './labelled-icon-button.tsx'

interface CopyButtonProps {
  text: string
  label?: string
  /** With its word, as the main thing to do; otherwise an icon with a tooltip. */
  hasWord?: boolean
}

export function CopyButton({ text, label, hasWord = false }: CopyButtonProps) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => notify(t('state.copyFailed'), { tone: 'error' }),
    )
  }
  const words = isCopied ? t('action.copied') : (label ?? t('action.copy'))
  const icon = isCopied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />
  return hasWord ? (
    <Button variant="outlined" startIcon={icon} onClick={copy}>
      {words}
    </Button>
  ) : (
    <LabelledIconButton label={words} onClick={copy}>
      {icon}
    </LabelledIconButton>
  )
}
