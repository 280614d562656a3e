import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { TimeAgo } from '../../../components/time-ago.tsx'
import { color, type } from '../../../theme/tokens.ts'
import { useCauses } from './use-found-runs.ts'

const SHOWN = 5

interface CauseListProps {
  flowId: string
  chosen: string
  onChoose: (cause: string) => void
}

/** What failed alike, once, with how often; choosing one lists its runs alone. */
export function CauseList({ flowId, chosen, onChoose }: CauseListProps) {
  const { t } = useTranslation('runs-list')
  const { data } = useCauses(flowId)
  const groups = (data?.items ?? []).filter(({ count, cause }) => count > 1 || cause === chosen).slice(0, SHOWN)
  if (groups.length === 0) return null
  return (
    <Card component="section" aria-label={t('causes.title')} sx={{ marginBottom: 2, padding: 1 }}>
      <Typography variant="subtitle2" component="h2" sx={{ padding: '4px 8px' }}>
        {t('causes.title')}
      </Typography>
      <Box component="ul" sx={{ margin: 0, padding: 0 }}>
        {groups.map(({ cause, message, count, flows, newestDate }) => (
          <Box component="li" key={cause} sx={{ listStyle: 'none' }}>
            <ListItemButton
              selected={cause === chosen}
              aria-pressed={cause === chosen}
              onClick={() => onChoose(cause === chosen ? '' : cause)}
              sx={{ gap: 1.5, padding: '4px 8px' }}
            >
              <Chip size="small" label={t('causes.count', { count })} />
              <Box sx={{ minWidth: 0, flex: 1 }}>
                <Box
                  title={message}
                  sx={{ ...type.body, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                >
                  {message}
                </Box>
                <Box sx={{ ...type.caption, color: color.text3, overflowWrap: 'anywhere' }}>
                  {flows.map(({ name }) => name).join(', ')} · <TimeAgo date={newestDate} />
                </Box>
              </Box>
            </ListItemButton>
          </Box>
        ))}
      </Box>
      {data?.hasMore ? (
        <Box sx={{ ...type.caption, color: color.text3, padding: '4px 8px' }}>
          {t('causes.looked', { count: data.looked })}
        </Box>
      ) : null}
    </Card>
  )
}
