import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../../components/code-text.tsx'
import { FormDialog } from '../../../../components/form-dialog.tsx'
import { Markdown } from '../../../../components/markdown/markdown.tsx'
import { color, type } from '../../../../theme/tokens.ts'
import { isMarkdown } from '../../model/is-markdown.ts'
import type { ListedSource } from '../../model/sources.ts'

interface SourceDialogProps {
  source: ListedSource
  onClose: () => void
}

/** The passage itself, where it comes from, and what else is known about it. */
export function SourceDialog({ source, onClose }: SourceDialogProps) {
  const { t } = useTranslation('chat')
  const title = source.title ?? t('sources.untitled', { number: source.number })
  const hasDetails = Object.keys(source.document.metadata).length > 0
  return (
    <FormDialog
      open
      width="md"
      title={t('sources.open', { number: source.number, title })}
      onClose={onClose}
      {...(source.address !== undefined && {
        footStart: (
          <Button
            component="a"
            href={source.address}
            target="_blank"
            rel="noopener noreferrer"
            startIcon={<IconExternalLink size={20} aria-hidden />}
          >
            {t('sources.visit')}
          </Button>
        ),
      })}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {source.page === undefined ? null : (
          <Box sx={{ ...type.caption, color: color.text3 }}>{t('sources.page', { page: source.page })}</Box>
        )}
        <Passage text={source.document.pageContent} />
        {hasDetails ? (
          <Box>
            <Box sx={{ ...type.strong, marginBottom: 0.5 }}>{t('sources.details')}</Box>
            <CodeText text={JSON.stringify(source.document.metadata, null, 2)} />
          </Box>
        ) : null}
      </Box>
    </FormDialog>
  )
}

/** Tables and headings as such; anything else in the lines it came in. */
function Passage({ text }: { text: string }) {
  if (isMarkdown(text)) return <Markdown text={text} />
  return <Box sx={{ ...type.chat, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
}
