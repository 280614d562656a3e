import Box from '@mui/material/Box'
import type { UsedTool } from '@chatwright/core'
import { IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { Disclosure } from './disclosure.tsx'
import { LabelledText } from './labelled-text.tsx'

/** One call: what went in, and what came out or went wrong. */
export function ToolCall({ tool }: { tool: UsedTool }) {
  const { t } = useTranslation('chat')
  return (
    <Disclosure
      tone={tool.error === undefined ? 'plain' : 'error'}
      icon={<IconTool size={16} aria-hidden />}
      title={t(tool.error === undefined ? 'tools.used' : 'tools.failed', { name: tool.tool })}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        <LabelledText label={t('tools.input')} text={JSON.stringify(tool.toolInput, null, 2)} />
        <LabelledText label={t('tools.output')} text={tool.error ?? tool.toolOutput} />
      </Box>
    </Disclosure>
  )
}
