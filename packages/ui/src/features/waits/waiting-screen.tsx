import { useTranslation } from 'react-i18next'

import { PageHead } from '../../components/page-head.tsx'
import { useWaitCount } from '../../components/waits/use-waits.ts'
import { WaitingList } from '../../components/waits/waiting-list.tsx'

/** What waits for a person, of all flows. */
export default function WaitingScreen() {
  const { t } = useTranslation('decisions')
  return (
    <>
      <PageHead title={t('waits.title')} count={useWaitCount()} />
      <WaitingList />
    </>
  )
}
