import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'

import { relativeTime } from '../lib/relative-time.ts'
import { useNow } from '../lib/use-now.ts'

/** "3 hours ago", with the exact moment on hover. */
export function TimeAgo({ date }: { date: string }) {
  const { t, i18n } = useTranslation()
  const moment = new Date(date)
  const now = new Date(useNow())
  const words = relativeTime({ date: moment, now, language: i18n.language }) ?? t('state.justNow')
  return (
    <Tooltip title={moment.toLocaleString(i18n.language)}>
      <time dateTime={date}>{words}</time>
    </Tooltip>
  )
}
