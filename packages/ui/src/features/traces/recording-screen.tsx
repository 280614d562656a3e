import type { ExecutionFlow, RecordingFile, ReplayResult } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconFileImport } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../components/empty-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { useNodeCatalogue } from '../../lib/catalogue.ts'
import { pickTextFile } from '../../lib/files.ts'
import { RunView, type DrawingProps } from '../../parts/run-view/run-view.tsx'
import { tracedRun } from '../../parts/run-view/trace-steps.ts'
import { useReplayFile } from './api/use-recording.ts'
import { FactsContext, RunDetails } from './components/run-details.tsx'
import { RunWords } from './components/run-head.tsx'

const MOST_MB = 20

/** Replays the file of a recorded run, which may come from another server. */
export function RecordingScreen({ drawing }: { drawing: (props: DrawingProps) => ReactNode }) {
  const { t } = useTranslation('runs')
  const replay = useReplayFile()
  const [problem, setProblem] = useState<string>()
  const choose = async () => {
    const picked = await pickTextFile('.json', MOST_MB * 1_000_000)
    if (!picked) return
    const file = picked.text === undefined ? undefined : readFile(picked.text)
    setProblem(file ? undefined : picked.text === undefined ? t('file.large', { size: MOST_MB }) : t('file.broken'))
    if (file) replay.mutate(file)
    else replay.reset()
  }
  const failure = problem ?? (replay.error ? messageOf(replay.error) : undefined)
  const button = (
    <Button
      variant="contained"
      loading={replay.isPending}
      startIcon={<IconFileImport size={20} aria-hidden />}
      onClick={() => void choose()}
    >
      {replay.data ? t('file.another') : t('file.choose')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('file.title')} action={replay.data ? button : undefined} />
      {failure === undefined ? null : (
        <Box sx={{ marginBottom: 2 }}>
          <ProblemNotice>{failure}</ProblemNotice>
        </Box>
      )}
      {replay.data && replay.variables ? (
        <Replayed file={replay.variables} result={replay.data} drawing={drawing} />
      ) : (
        <EmptyState drawing="flow" title={t('file.emptyTitle')} text={t('file.emptyText')} actions={button} />
      )}
    </>
  )
}

interface ReplayedProps {
  file: RecordingFile
  result: ReplayResult
  drawing: (props: DrawingProps) => ReactNode
}

function Replayed({ file, result, drawing }: ReplayedProps) {
  const { t } = useTranslation('runs')
  const { data: catalogue } = useNodeCatalogue()
  const { steps, facts } = useMemo(() => tracedRun(result.events, { isOver: true }), [result])
  const flow = useMemo((): ExecutionFlow | undefined => {
    if (!catalogue) return undefined
    const { flowId: id, flowName: name } = file.job
    const version = Number(file.job['flowVersion'] ?? 1)
    return {
      id,
      name,
      version,
      flowData: file.flowData,
      isCurrent: true,
      nodes: catalogue.map((node) => ({ ...node })),
    }
  }, [catalogue, file])
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, marginBottom: 2 }}>
        <ProblemNotice tone={result.isSame ? 'success' : 'warning'}>
          {result.isSame ? t('file.same') : t('file.different')}
        </ProblemNotice>
        <RunWords question={file.job.question} answer={result.text} />
      </Box>
      <FactsContext value={facts}>
        <RunView steps={steps} flow={flow} isGone={false} Details={RunDetails} drawing={drawing} />
      </FactsContext>
    </>
  )
}

/** The server checks the rest. */
function readFile(text: string): RecordingFile | undefined {
  try {
    const file = JSON.parse(text) as Partial<RecordingFile> | null
    return file?.recording === 1 && typeof file.flowData === 'string' && file.job ? (file as RecordingFile) : undefined
  } catch {
    return undefined
  }
}
