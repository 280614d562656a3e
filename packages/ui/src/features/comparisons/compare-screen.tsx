import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useSearchParams } from 'react-router'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { useFlowChoices } from '../../lib/use-flow-choices.ts'
import { useComparable } from './api/use-comparisons.ts'
import { CompareForm } from './components/compare-form.tsx'
import { EarlierComparisons } from './components/earlier-comparisons.tsx'

/** What to compare and by what, and the comparisons that were made. The address says what was chosen elsewhere. */
export default function CompareScreen() {
  const { t } = useTranslation('comparisons')
  const [params, setParams] = useSearchParams()
  const flowId = params.get('flow') ?? ''
  const flows = useFlowChoices()
  const comparable = useComparable(flowId)
  const error = flows.error ?? comparable.error
  return (
    <>
      <PageHead title={t('compare.title')}>
        <Link component={RouterLink} to="/tests">
          {t('toTests')}
        </Link>
      </PageHead>
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([flows.refetch(), comparable.refetch()])} />
      ) : !flows.data ? (
        <TableSkeleton />
      ) : (
        <Card sx={{ padding: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, marginBottom: 4 }}>
          <ChoiceInput
            label={t('compare.flow')}
            value={flowId}
            choices={flows.data}
            onChange={(flow) => setParams({ flow }, { replace: true })}
          />
          {comparable.data ? (
            <CompareForm
              key={flowId}
              flowId={flowId}
              comparable={comparable.data}
              given={{
                base: Number(params.get('base')),
                candidate: Number(params.get('candidate')),
                setId: params.get('set') ?? '',
              }}
            />
          ) : null}
        </Card>
      )}
      <EarlierComparisons flowId={flowId} />
    </>
  )
}
