import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../theme/tokens.ts'
import { lazyPart } from '../lazy-part/lazy-part.tsx'
import type { PartFailure } from '../lazy-part/part-failure.ts'
import { PartNotice } from '../lazy-part/part-notice.tsx'
import type { MarkdownProps } from './markdown-props.ts'

/** Markdown with tables, mathematics and highlighted code. Nothing in it runs, and nothing loads by itself. */
export const Markdown = lazyPart(() => import('./markdown-view.tsx'), { Waiting: TextSkeleton, Failed: UndrawnText })

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

/** The marks of Markdown are not for reading: lines stand in the place of the text for the moment until it can be drawn. */
function TextSkeleton({ text }: MarkdownProps) {
  const lines = Math.min(6, Math.ceil(text.length / LINE))
  return (
    <Box aria-hidden sx={{ display: 'grid', gap: '10px', padding: '5px 0' }}>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={14} width={index === lines - 1 ? '60%' : '100%'} />
      ))}
    </Box>
  )
}

/** About how many letters stand in a line. */
const LINE = 72
