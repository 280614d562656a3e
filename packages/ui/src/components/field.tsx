import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { IconAlertCircle } from '@tabler/icons-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../theme/tokens.ts'

interface FieldProps {
  label: string
  help?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  /** At the end of the label's line. */
  aside?: ReactNode
  children: (ids: FieldIds) => ReactNode
}

export interface FieldIds {
  id: string
  'aria-labelledby': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, help below, and the error below in red with an icon. */
export function Field({ label, help, error, isOptional = false, aside, children }: FieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const hasNote = error !== undefined || (help !== undefined && help !== null)
  const ids: FieldIds = {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': hasNote ? `${id}-note` : undefined,
    'aria-invalid': error === undefined ? undefined : true,
  }
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, marginBottom: 0.5 }}>
        <FormLabel id={`${id}-label`} htmlFor={id}>
          {label}
        </FormLabel>
        {isOptional ? (
          <Box component="span" sx={{ ...type.caption, color: color.text3 }}>
            {t('state.optional')}
          </Box>
        ) : null}
        {aside === undefined ? null : <Box sx={{ marginLeft: 'auto' }}>{aside}</Box>}
      </Box>
      {children(ids)}
      {hasNote ? (
        <FormHelperText
          id={`${id}-note`}
          error={error !== undefined}
          component="div"
          sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start' }}
        >
          {error === undefined ? (
            help
          ) : (
            <>
              <IconAlertCircle size={16} aria-hidden />
              <span>{error}</span>
            </>
          )}
        </FormHelperText>
      ) : null}
    </Box>
  )
}
