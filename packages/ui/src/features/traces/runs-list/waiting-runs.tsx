import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { WaitingList } from '../../../components/waits/waiting-list.tsx'

/** What runs wait for, to be decided in place; by `?withoutEnd=true` what waits from before there was an end. */
export function WaitingRuns({ flowId }: { flowId: string }) {
  const { t } = useTranslation('decisions')
  const [search, setSearch] = useSearchParams()
  const isWithoutEnd = search.get('withoutEnd') === 'true'
  return (
    <>
      {isWithoutEnd ? (
        <Box sx={{ marginBottom: 2 }}>
          <ProblemNotice
            tone="info"
            action={<Button onClick={() => setSearch({ view: 'waiting' })}>{t('waits.all')}</Button>}
          >
            {t('waits.onlyWithoutEnd')}
          </ProblemNotice>
        </Box>
      ) : null}
      <WaitingList isWithoutEnd={isWithoutEnd} {...(flowId !== '' && { chatflowId: flowId })} />
    </>
  )
}
