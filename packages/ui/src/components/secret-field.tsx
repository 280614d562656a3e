import InputAdornment from '@mui/material/InputAdornment'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from './labelled-icon-button.tsx'
import { TextInput } from './text-input.tsx'

type SecretFieldProps = ComponentProps<typeof TextInput> & {
  /** A value is stored already; it is never sent here, and typing replaces it. */
  isStored?: boolean
  /** It holds where the secret is, which is none itself. */
  isReadable?: boolean
}

export function SecretField({ isStored = false, isReadable = false, ...props }: SecretFieldProps) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  return (
    <TextInput
      autoComplete="off"
      {...props}
      type={isShown || isReadable ? 'text' : 'password'}
      {...(isStored && props.value === '' && { placeholder: '••••••••••••' })}
      endAdornment={
        props.value === '' || isReadable ? null : (
          <InputAdornment position="end">
            <LabelledIconButton
              size="small"
              edge="end"
              label={isShown ? t('action.hide') : t('action.show')}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
            </LabelledIconButton>
          </InputAdornment>
        )
      }
    />
  )
}
