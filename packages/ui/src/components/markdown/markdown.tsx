import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../theme/tokens.ts'
import { lazyPart } from '../lazy-part/lazy-part.tsx'
import type { PartFailure } from '../lazy-part/part-failure.ts'
import { PartNotice } from '../lazy-part/part-notice.tsx'
import type { MarkdownProps } from './markdown-props.ts'

/** Markdown with tables, mathematics and highlighted code. Nothing in it runs, and nothing loads by itself. */
export const Markdown = lazyPart(() => import('./markdown-view.tsx'), { Waiting: PlainText, Failed: UndrawnText })

function UndrawnText({ failure, props }: { failure: PartFailure; props: MarkdownProps }) {
  const { t } = useTranslation()
  return (
    <>
      <PlainText {...props} />
      <PartNotice failure={failure} text={t('crash.plainText')} />
    </>
  )
}

function PlainText({ text }: MarkdownProps) {
  return <Box sx={{ ...type.chat, color: color.text, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
}
