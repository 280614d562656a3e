import type { TestCase, TestSet } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useParams } from 'react-router'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'
import { NotFound } from '../../components/not-found.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useConfirm } from '../../state/confirm.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { useChangeTests, useTestCases, useTestSet } from './api/use-tests.ts'
import { CaseRow } from './components/case-row.tsx'
import { SetActions } from './components/set-actions.tsx'
import { SetFigures } from './components/set-figures.tsx'
import { useRunCases } from './model/use-run-cases.ts'

const CaseDialog = lazyDialog(() => import('./components/case-dialog.tsx'))

/** One set: its cases with their results, run from what was recorded or by asking. */
export default function SetScreen() {
  const { id = '' } = useParams()
  const { t } = useTranslation('tests')
  const set = useTestSet(id)
  const cases = useTestCases(id)
  if (set.error instanceof ApiError && set.error.status === 404) {
    return <NotFound address={id} title={t('gone')} text={t('goneText')} />
  }
  const error = set.error ?? cases.error
  if (error && !(set.data && cases.data)) {
    return <ErrorState error={error} onRetry={() => void Promise.all([set.refetch(), cases.refetch()])} />
  }
  if (!set.data || !cases.data) return <TableSkeleton />
  return <SetView key={id} set={set.data} cases={cases.data} />
}

function SetView({ set, cases }: { set: TestSet; cases: readonly TestCase[] }) {
  const { t } = useTranslation(['tests', 'common'])
  const [opened, setOpened] = useState<'new' | TestCase>()
  const confirm = useConfirm()
  const { deleteCase } = useChangeTests()
  const runs = useRunCases(set.id)
  const count = (verdict: string) => cases.filter(({ result }) => result?.verdict === verdict).length
  const open = cases.filter(({ result }) => result?.verdict === 'unproved')
  const remove = async ({ id: caseId, name }: TestCase) => {
    const isSure = await confirm({
      title: t('deleteCase'),
      description: t('deleteCaseText', { name }),
      confirmButtonName: t('common:action.delete'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (!isSure) return
    deleteCase.mutate({ setId: set.id, caseId }, { onError: (error) => notify(messageOf(error), { tone: 'error' }) })
  }
  const addCase = (
    <Button startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
      {t('addCase')}
    </Button>
  )
  useTitle(set.name)
  return (
    <>
      <Box component="header" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, marginBottom: 2 }}>
        <Link component={RouterLink} to="/tests" sx={{ justifySelf: 'start' }}>
          {t('allSets')}
        </Link>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="h1" noWrap title={set.name} sx={{ flex: '1 1 200px', minWidth: 0 }}>
            {set.name}
          </Typography>
          {cases.length === 0 ? null : (
            <>
              {addCase}
              <Tooltip title={t('runHint')} placement="top" disableInteractive>
                <span>
                  <Button
                    variant="contained"
                    startIcon={<IconPlayerPlay size={20} aria-hidden />}
                    disabled={runs.progress !== undefined}
                    onClick={() => runs.start(cases, { isAsking: false })}
                  >
                    {t('run')}
                  </Button>
                </span>
              </Tooltip>
            </>
          )}
          <SetActions set={set} />
        </Box>
        <Box sx={{ color: color.text2 }}>
          <Link component={RouterLink} to={`/canvas/${set.flowId}`}>
            {set.flowName}
          </Link>
          {cases.length === 0 ? null : (
            <>
              {' · '}
              <SetFigures
                cases={cases.length}
                passed={count('passed')}
                failed={count('failed')}
                unproved={open.length}
              />
              {' · '}
              <Link component={RouterLink} to={`/comparisons?flow=${set.flowId}&set=${set.id}`}>
                {t('compare')}
              </Link>
            </>
          )}
        </Box>
      </Box>
      <Box aria-live="polite" sx={{ display: 'grid', gap: 1, marginBottom: 2, '&:empty': { display: 'none' } }}>
        {runs.progress ? (
          <ProblemNotice tone="info" action={<Button onClick={runs.stop}>{t('stop')}</Button>}>
            {t('running', runs.progress)}
          </ProblemNotice>
        ) : open.length > 0 ? (
          <ProblemNotice
            tone="warning"
            action={
              <Button variant="outlined" onClick={() => runs.start(open, { isAsking: true })}>
                {t('ask', { count: open.length })}
              </Button>
            }
          >
            {t('askHint')}
          </ProblemNotice>
        ) : null}
        {runs.error ? <ProblemNotice>{t('didNotWork', { reason: messageOf(runs.error) })}</ProblemNotice> : null}
      </Box>
      {cases.length === 0 ? (
        <EmptyState drawing="flow" title={t('noCases')} text={t('noCasesText')} actions={addCase} />
      ) : (
        <Box
          component="ul"
          aria-label={t('column.cases')}
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, margin: 0, padding: 0 }}
        >
          {cases.map((each) => (
            <CaseRow key={each.id} shown={each} onEdit={() => setOpened(each)} onDelete={() => void remove(each)} />
          ))}
        </Box>
      )}
      {opened ? (
        <CaseDialog
          setId={set.id}
          edited={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}
