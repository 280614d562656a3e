import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { SwitchRow } from '../../../../components/switch-row.tsx'
import { openAiJavaScriptSnippet, openAiPythonSnippet } from '../../model/snippets.ts'
import { useShare } from '../share-context.ts'
import { KeyNotice } from './key-notice.tsx'
import { SnippetView } from './snippet-view.tsx'

/** Everything that speaks to OpenAI can speak to the flow. */
export function OpenAiTab() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  const facts = {
    origin: window.location.origin,
    chatflowId: chatflow.id,
    needsKey: chatflow.apikeyid !== null,
    isStreaming: true,
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <SwitchRow
        label={t('openai.deployed')}
        help={t('openai.text')}
        isOn={chatflow.deployed}
        isSaving={isSaving}
        onChange={(deployed) => void save(() => ({ deployed }))}
      />
      {chatflow.deployed ? (
        <>
          <KeyNotice />
          <SnippetView label="Python" text={openAiPythonSnippet(facts)} />
          <SnippetView label="JavaScript" text={openAiJavaScriptSnippet(facts)} />
        </>
      ) : null}
    </Box>
  )
}
