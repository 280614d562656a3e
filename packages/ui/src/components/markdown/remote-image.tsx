import { IconPhoto } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/**
 * An image an answer points to, as a link. Loading it would tell a foreign host, in an address a model chose, what the
 * conversation was about: the person decides, and sees it in a tab of its own.
 */
export function RemoteImage({ address, description }: { address: string; description: string }) {
  const { t } = useTranslation('chat')
  if (!address.startsWith('http')) return <span>{description}</span>
  const host = hostOf(address)
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      <IconPhoto size={16} aria-hidden style={{ verticalAlign: 'text-bottom', marginRight: 4 }} />
      {description === '' ? t('image.open', { host }) : t('image.openNamed', { description, host })}
    </a>
  )
}

function hostOf(address: string): string {
  return new URL(address).host
}
