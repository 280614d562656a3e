import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { color, monoFamily, radius, type } from '../theme/tokens.ts'
import type { CodeEditorProps } from './code-editor-view.tsx'
import { lazyPart } from './lazy-part/lazy-part.tsx'
import type { PartFailure } from './lazy-part/part-failure.ts'
import { PartNotice } from './lazy-part/part-notice.tsx'

const View = lazyPart(() => import('./code-editor-view.tsx'), { Waiting: EditorToCome, Failed: PlainEditor })

/** A code field; the editor itself arrives when the first one is shown. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Box
      sx={{
        border: `1px solid ${color.control}`,
        borderRadius: radius.card,
        overflow: 'hidden',
        backgroundColor: color.sunken,
        '&:focus-within': { outline: `2px solid ${color.primary}`, outlineOffset: '-1px' },
      }}
    >
      <View {...props} />
    </Box>
  )
}

function EditorToCome({ minHeight = 160 }: CodeEditorProps) {
  return <Skeleton variant="rectangular" height={minHeight} />
}

/** What is written can be changed and saved without the editor, too. */
function PlainEditor({ failure, props }: { failure: PartFailure; props: CodeEditorProps }) {
  const { t } = useTranslation()
  return (
    <>
      <Box
        component="textarea"
        aria-label={props.label}
        placeholder={props.placeholder}
        value={props.value}
        readOnly={props.isReadOnly ?? props.onChange === undefined}
        onChange={(event: { target: { value: string } }) => props.onChange?.(event.target.value)}
        sx={{
          ...type.small,
          display: 'block',
          width: '100%',
          minHeight: props.minHeight ?? 160,
          padding: 1.5,
          border: 'none',
          outline: 'none',
          resize: 'vertical',
          fontFamily: monoFamily,
          backgroundColor: 'transparent',
          color: color.text,
        }}
      />
      <PartNotice failure={failure} text={t('crash.plainField')} />
    </>
  )
}
