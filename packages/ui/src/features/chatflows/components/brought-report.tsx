import Box from '@mui/material/Box'
import type { Brought, ImportReport } from '@chatwright/contract'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { color } from '../../../theme/tokens.ts'
import { BroughtFlowReport, FateLine } from './brought-flow-report.tsx'

/** More than these are shown closed: first how many, then each. */
const FEW = 10

/** Everything of the files, and what becomes of it. */
export function BroughtReport({ report }: { report: ImportReport }) {
  const { t } = useTranslation('chatflows')
  const { flows, stores, tools, variables, messages, leftBehind } = report
  const things = leftBehind.map(({ kind, count }) => `${t(`bring.things.${kind}`, { defaultValue: kind })} (${count})`)
  return (
    <>
      {things.length > 0 ? (
        <ProblemNotice tone="warning">{t('bring.leftBehind', { things: things.join(', ') })}</ProblemNotice>
      ) : null}
      {flows.map((flow, position) => (
        // A file may hold one id twice.
        <BroughtFlowReport key={`${position} ${flow.name}`} brought={flow} isOneOfMany={flows.length > FEW} />
      ))}
      {stores.length + tools.length + variables.length + messages.brought > 0 ? (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.5 }}>
          {stores.map((store, position) => (
            <BroughtLine
              key={`${position} ${store.name}`}
              kind={t('bring.store', { name: store.name })}
              brought={store}
              notes={store.notes}
            />
          ))}
          {tools.map((tool, position) => (
            <BroughtLine key={`${position} ${tool.name}`} kind={t('bring.tool', { name: tool.name })} brought={tool} />
          ))}
          {variables.map((each, position) => (
            <BroughtLine
              key={`${position} ${each.name}`}
              kind={t('bring.variable', { name: each.name })}
              brought={each}
            />
          ))}
          {messages.brought > 0 ? (
            <FateLine
              icon={IconCircleCheck}
              ink={color.success}
              text={t('bring.messages', { count: messages.brought })}
            />
          ) : null}
        </Box>
      ) : null}
    </>
  )
}

interface BroughtLineProps {
  kind: string
  brought: Brought
  notes?: readonly string[]
}

function BroughtLine({ kind, brought: { outcome, reason }, notes }: BroughtLineProps) {
  const { t } = useTranslation('chatflows')
  const isRefused = outcome === 'refused'
  return (
    <FateLine
      icon={isRefused ? IconAlertTriangle : IconCircleCheck}
      ink={isRefused ? color.warning : color.success}
      label={kind}
      text={[t(`bring.outcome.${outcome}`), [reason, ...(notes ?? [])].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join('. ')}
    />
  )
}
