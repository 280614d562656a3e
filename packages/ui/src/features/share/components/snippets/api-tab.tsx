import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'

import { useStoredChoice } from '../../../../lib/use-stored-choice.ts'
import { McpTab } from '../mcp/mcp-tab.tsx'
import { CurlTab, JavaScriptTab, PythonTab } from './code-tabs.tsx'
import { OpenAiTab } from './open-ai-tab.tsx'

const WAYS = { curl: CurlTab, python: PythonTab, javascript: JavaScriptTab, openai: OpenAiTab, mcp: McpTab }

/** How programs ask the flow. Whoever reads this writes in one language, so it is remembered. */
export function ApiTab() {
  const { t } = useTranslation('share')
  const [way, setWay] = useStoredChoice('shareWay', ['curl', 'python', 'javascript', 'openai', 'mcp'])
  const Way = WAYS[way]
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <ToggleButtonGroup
        exclusive
        value={way}
        aria-label={t('way.label')}
        onChange={(_, next: typeof way | null) => setWay(next ?? way)}
        sx={{ maxWidth: '100%', overflowX: 'auto', '& > *': { flex: 'none' } }}
      >
        {Object.keys(WAYS).map((name) => (
          <ToggleButton key={name} value={name}>
            {t(`way.${name as typeof way}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Way key={way} />
    </Box>
  )
}
