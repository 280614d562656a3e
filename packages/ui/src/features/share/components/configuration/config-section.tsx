import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { color } from '../../../../theme/tokens.ts'
import { useShare } from '../share-context.ts'

interface ConfigSectionProps {
  title: string
  text?: string
  /** Left out where every change saves itself. */
  onSave?: () => void
  isChanged?: boolean
  children: ReactNode
}

export function ConfigSection({ title, text, onSave, isChanged = false, children }: ConfigSectionProps) {
  const { t } = useTranslation('share')
  const { isSaving } = useShare()
  const id = useId()
  return (
    <Box
      component="form"
      aria-labelledby={id}
      noValidate
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
      onSubmit={(event) => {
        event.preventDefault()
        onSave?.()
      }}
    >
      <div>
        <Typography variant="subtitle2" component="h3" id={id}>
          {title}
        </Typography>
        {text === undefined ? null : <Typography sx={{ color: color.text2 }}>{text}</Typography>}
      </div>
      {children}
      {onSave && isChanged ? (
        <div>
          <Button type="submit" variant="outlined" loading={isSaving}>
            {t('action.save', { ns: 'common' })}
          </Button>
        </div>
      ) : null}
    </Box>
  )
}
