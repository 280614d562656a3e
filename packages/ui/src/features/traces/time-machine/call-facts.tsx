import type { RecordedCall } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { IconTestPipe } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../components/code-text.tsx'
import { Delayed } from '../../../components/delayed.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useInsteadWords } from '../../../lib/use-instead-words.ts'
import { Labelled } from '../../../parts/run-view/timed-row.tsx'
import { color, type } from '../../../theme/tokens.ts'
import { OutputText } from '../components/output-text.tsx'
import { useCall } from '../api/use-recording.ts'
import { messagesIn, textsOf, wordsSaid, besidesWords } from '../model/call-words.ts'
import { findTemplates, type FilledTemplate } from '../model/template-values.ts'
import { PromptBench } from '../prompt-bench/lazy-prompt-bench.ts'
import { useTimeMachine } from './time-machine-context.ts'

/** All that a call was asked and all that came of it; of a model, the template and its variables apart. */
export function CallFacts({ runId, call }: { runId: string; call: RecordedCall }) {
  const { seq, model, insteadOf, limit } = call
  const { t } = useTranslation('runs')
  const insteadWords = useInsteadWords()
  const { data, error, refetch } = useCall(runId, seq)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Delayed>
        <Skeleton variant="rounded" height={96} />
      </Delayed>
    )
  }
  const messages = messagesIn(data.request)
  const said = wordsSaid(data.response)
  const rest = besidesWords(data.response)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {insteadOf === null || model === null ? null : (
        <ProblemNotice tone="info">{insteadWords({ model, insteadOf, ...(limit && { limit }) })}</ProblemNotice>
      )}
      {messages ? <Templates texts={textsOf(messages)} /> : null}
      {messages?.map(({ role, text }, index) => (
        // eslint-disable-next-line react/no-array-index-key -- messages of a request never move
        <Labelled key={index} label={t('call.message', { role })} text={text} />
      ))}
      {said === undefined ? null : <OutputText label={t('call.said')} text={said} />}
      {messages ? null : <Labelled label={t('call.request')} text={JSON.stringify(data.request, null, 2)} />}
      {rest === undefined ? null : <Labelled label={t('call.response')} text={JSON.stringify(rest, null, 2)} />}
      {messages ? (
        <details>
          <Box component="summary" sx={{ ...type.caption, color: color.text2, cursor: 'pointer' }}>
            {t('call.wholeRequest')}
          </Box>
          <CodeText text={JSON.stringify(data.request, null, 2)} label={t('call.wholeRequest')} />
        </details>
      ) : null}
    </Box>
  )
}

interface Drawn {
  nodes: Parameters<typeof findTemplates>[0]
}

function Templates({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  const flow = machine?.flow
  const [opened, setOpened] = useState<FilledTemplate>()
  const templates = useMemo(
    () => (flow === undefined ? [] : findTemplates((JSON.parse(flow.flowData) as Drawn).nodes, texts)),
    [flow, texts],
  )
  return (
    <>
      {templates.map((template) => (
        <Template key={`${template.nodeId} ${template.name} ${template.text}`} template={template}>
          <Button
            size="small"
            startIcon={<IconTestPipe size={16} aria-hidden />}
            aria-label={t('bench.openOn', { node: template.node, input: template.input })}
            onClick={() => setOpened(template)}
          >
            {t('bench.open')}
          </Button>
        </Template>
      ))}
      {opened && machine && flow ? (
        <PromptBench prompts={[opened]} flowId={flow.id} runId={machine.runId} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  )
}

/** What the builder wrote, and what stood in its places. */
function Template({ template, children }: { template: FilledTemplate; children: ReactNode }) {
  const { t } = useTranslation('runs')
  const { node, input, told, values } = template
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ ...type.caption, color: color.text3, flex: '1 1 auto' }}>{t('call.template', { node, input })}</Box>
        {children}
      </Box>
      <CodeText text={told} label={t('call.template', { node, input })} />
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', gap: '4px 16px', margin: 0 }}
      >
        {values.map(({ name, value }, index) => (
          // eslint-disable-next-line react/no-array-index-key -- a name may stand in a template twice
          <Variable key={index} name={name} value={value} />
        ))}
      </Box>
    </Box>
  )
}

function Variable({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Box component="dt" sx={{ ...type.strong }}>
        {name}
      </Box>
      <Box
        component="dd"
        sx={{
          ...type.body,
          margin: 0,
          maxHeight: 120,
          overflow: 'auto',
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-wrap',
        }}
      >
        {value}
      </Box>
    </>
  )
}
