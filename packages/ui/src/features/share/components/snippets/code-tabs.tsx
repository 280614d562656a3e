import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { curlSnippet, javaScriptSnippet, pythonSnippet } from '../../model/snippets.ts'
import type { SnippetFacts } from '../../model/snippets.ts'
import { useShare } from '../share-context.ts'
import { KeyNotice } from './key-notice.tsx'
import { SnippetView } from './snippet-view.tsx'

export function PythonTab() {
  return <CodeTab write={pythonSnippet} />
}

export function JavaScriptTab() {
  return <CodeTab write={javaScriptSnippet} />
}

export function CurlTab() {
  return <CodeTab write={curlSnippet} />
}

/** The same question twice: answered at once, and streamed. */
function CodeTab({ write }: { write: (facts: SnippetFacts) => string }) {
  const { t } = useTranslation('share')
  const { chatflow } = useShare()
  const facts = { origin: window.location.origin, chatflowId: chatflow.id, needsKey: chatflow.apikeyid !== null }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <KeyNotice />
      <SnippetView label={t('snippet.whole')} text={write({ ...facts, isStreaming: false })} />
      <SnippetView label={t('snippet.streamed')} text={write({ ...facts, isStreaming: true })} />
    </Box>
  )
}
