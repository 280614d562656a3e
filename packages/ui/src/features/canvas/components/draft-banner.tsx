import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { TimeAgo } from '../../../components/time-ago.tsx'
import type { DraftOffer } from './use-drafts.ts'

/** Work that was left unsaved, and what to do with it. */
export function DraftBanner({ offer }: { offer: DraftOffer }) {
  const { t } = useTranslation('canvas')
  return (
    <div className="cw-banner" role="status">
      <span>
        {t('draft.found', { name: offer.draft.name || t('header.untitled'), count: offer.draft.flow.nodes.length })}{' '}
        <TimeAgo date={new Date(offer.draft.keptAt).toISOString()} />
      </span>
      <Button size="small" onClick={offer.discard}>
        {t('draft.discard')}
      </Button>
      <Button size="small" variant="outlined" onClick={offer.restore}>
        {t('draft.restore')}
      </Button>
    </div>
  )
}
