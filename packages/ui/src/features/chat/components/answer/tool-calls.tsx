import Box from '@mui/material/Box'
import type { UsedTool } from '@chatwright/core'
import { IconTool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../../../theme/tokens.ts'
import { Disclosure } from './disclosure.tsx'
import { ToolCall } from './tool-call.tsx'

interface ToolCallsProps {
  tools: readonly UsedTool[]
  /** Those whose results are not told yet. */
  called: readonly string[]
  running: readonly string[]
}

/** More than these are folded into one line: the answer matters more than the way to it. */
const MOST_LINES = 4

/** The tools an agent used, each with what went in and what came out. */
export function ToolCalls({ tools, called, running }: ToolCallsProps) {
  const { t } = useTranslation('chat')
  if (tools.length + called.length + running.length === 0) return null
  return (
    <Box>
      <UsedTools tools={tools} />
      {called.length > MOST_LINES ? (
        <Line>{t('tools.usedMany', { count: called.length })}</Line>
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- a tool may be called twice: only its place tells
        called.map((name, index) => <Line key={index}>{t('tools.used', { name })}</Line>)
      )}
      {running.length > 0 ? (
        <div role="status">
          <Line>{t('tools.running', { names: [...new Set(running)].join(', ') })}</Line>
        </div>
      ) : null}
    </Box>
  )
}

function UsedTools({ tools }: { tools: readonly UsedTool[] }) {
  const { t } = useTranslation('chat')
  // oxlint-disable-next-line react/no-array-index-key -- a tool may be called twice with the same input: only its place tells
  const calls = tools.map((tool, index) => <ToolCall key={index} tool={tool} />)
  if (tools.length <= MOST_LINES) return calls
  const failed = tools.filter(({ error }) => error !== undefined).length
  const title = t('tools.usedMany', { count: tools.length })
  return (
    <Disclosure
      icon={<IconTool size={16} aria-hidden />}
      title={failed === 0 ? title : `${title} · ${t('tools.failedMany', { count: failed })}`}
    >
      {calls}
    </Disclosure>
  )
}

/** As high as a line that opens, so that nothing moves when it becomes one. */
function Line({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'center',
        minHeight: 32,
        overflowWrap: 'anywhere',
        ...type.small,
        color: color.text2,
        '@media (pointer: coarse)': { minHeight: 44 },
      }}
    >
      <IconTool size={16} aria-hidden style={{ flexShrink: 0 }} />
      <span>{children}</span>
    </Box>
  )
}
