import Box from '@mui/material/Box'
import type { UsedTool } from '@chatwright/core'
import { IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../../../theme/tokens.ts'
import { Disclosure } from './disclosure.tsx'
import { LabelledText } from './labelled-text.tsx'

interface ToolCallsProps {
  tools: readonly UsedTool[]
  /** Those whose results are not told yet. */
  called: readonly string[]
  running: readonly string[]
}

/** The tools an agent used, each with what went in and what came out. */
export function ToolCalls({ tools, called, running }: ToolCallsProps) {
  const { t } = useTranslation('chat')
  if (tools.length + called.length + running.length === 0) return null
  return (
    <Box>
      {tools.map((tool, index) => (
        <Disclosure
          // oxlint-disable-next-line react/no-array-index-key -- a tool may be called twice with the same input: only its place tells
          key={index}
          tone={tool.error === undefined ? 'plain' : 'error'}
          icon={<IconTool size={16} aria-hidden />}
          title={t(tool.error === undefined ? 'tools.used' : 'tools.failed', { name: tool.tool })}
        >
          <Box sx={{ display: 'grid', gap: 1 }}>
            <LabelledText label={t('tools.input')} text={JSON.stringify(tool.toolInput, null, 2)} />
            <LabelledText label={t('tools.output')} text={tool.error ?? tool.toolOutput} />
          </Box>
        </Disclosure>
      ))}
      {called.map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <Box key={index} sx={lineStyles}>
          <IconTool size={16} aria-hidden />
          {t('tools.used', { name })}
        </Box>
      ))}
      {running.length > 0 ? (
        <Box role="status" sx={lineStyles}>
          <IconTool size={16} aria-hidden />
          {t('tools.running', { names: running.join(', ') })}
        </Box>
      ) : null}
    </Box>
  )
}

/** As high as a line that opens, so that nothing moves when it becomes one. */
const lineStyles = {
  display: 'flex',
  gap: 1,
  alignItems: 'center',
  minHeight: 32,
  ...type.small,
  color: color.text2,
  '@media (pointer: coarse)': { minHeight: 44 },
}
