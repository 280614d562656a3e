import Button from '@mui/material/Button'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { radius } from '../../theme/tokens.ts'

/**
 * An image an answer points to. Loading it by itself would tell a foreign host, in an address a model chose, what the
 * conversation was about: the person decides.
 */
export function RemoteImage({ address, description }: { address: string; description: string }) {
  const { t } = useTranslation('chat')
  const [isWanted, setIsWanted] = useState(false)
  if (!address.startsWith('http')) return <span>{description}</span>
  if (isWanted) {
    return (
      <img
        src={address}
        alt={description}
        referrerPolicy="no-referrer"
        style={{ maxWidth: '100%', borderRadius: radius.nested }}
      />
    )
  }
  return (
    <Button
      variant="outlined"
      size="small"
      startIcon={<IconPhoto size={16} aria-hidden />}
      onClick={() => setIsWanted(true)}
      sx={{ maxWidth: '100%', whiteSpace: 'normal', textAlign: 'left' }}
    >
      {description === ''
        ? t('image.load', { host: hostOf(address) })
        : t('image.loadNamed', { description, host: hostOf(address) })}
    </Button>
  )
}

function hostOf(address: string): string {
  return new URL(address).host
}
