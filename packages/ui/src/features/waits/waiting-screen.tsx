import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { PageHead } from '../../components/page-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useWaitCount } from '../../components/waits/use-waits.ts'
import { WaitingList } from '../../components/waits/waiting-list.tsx'

/** What waits for a person, of all flows; by `?withoutEnd=true` what waits from before there was an end. */
export default function WaitingScreen() {
  const { t } = useTranslation('decisions')
  const [search, setSearch] = useSearchParams()
  const isWithoutEnd = search.get('withoutEnd') === 'true'
  return (
    <>
      <PageHead title={t('waits.title')} count={useWaitCount({ isWithoutEnd })} />
      {isWithoutEnd ? (
        <Box sx={{ marginBottom: 2 }}>
          <ProblemNotice tone="info" action={<Button onClick={() => setSearch({})}>{t('waits.all')}</Button>}>
            {t('waits.onlyWithoutEnd')}
          </ProblemNotice>
        </Box>
      ) : null}
      <WaitingList isWithoutEnd={isWithoutEnd} />
    </>
  )
}
