import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ChatflowSummary } from '@chatwright/contract'
import { IconTimelineEvent } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { DialogHead } from '../../components/dialog-head.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { useIsPhone } from '../../lib/use-breakpoint.ts'
import { notify } from '../../state/notifications.ts'
import { patchChatflow } from './api/patch-chatflow.ts'
import { ConfigurationTab } from './components/configuration/configuration-tab.tsx'
import { ApiTab } from './components/snippets/api-tab.tsx'
import { EmbedTab } from './components/snippets/embed-tab.tsx'
import { AccessBar } from './components/access-bar.tsx'
import { ShareContext } from './components/share-context.ts'
import type { ShareContextValue } from './components/share-context.ts'
import { ChatbotTab } from './components/chatbot/chatbot-tab.tsx'

export interface ShareDialogProps {
  chatflow: ChatflowSummary
  /** What begins runs of the flow by itself, and where its form stands: panels of other features. */
  triggers: ReactNode
  onClose: () => void
  /** The flow as it is stored after a change, with its new version. */
  onChanged: (chatflow: ChatflowSummary) => void
}

/** People first, then sites, then programs. */
const TABS = [
  ['chatbot', ChatbotTab],
  ['embed', EmbedTab],
  ['api', ApiTab],
  ['triggers', undefined],
  ['configuration', ConfigurationTab],
] as const

/** How to reach a flow from elsewhere: embed it, call it, share it, and who may. */
export default function ShareDialog({ chatflow: given, triggers, onClose, onChanged }: ShareDialogProps) {
  const { t } = useTranslation('share')
  const id = useId()
  const isPhone = useIsPhone()
  const [tab, setTab] = useState<(typeof TABS)[number][0]>('chatbot')
  const [chatflow, setChatflow] = useState(given)
  const [isSaving, setIsSaving] = useState(false)
  const context = useMemo<ShareContextValue>(
    () => ({
      chatflow,
      isSaving,
      save: async (change) => {
        setIsSaving(true)
        try {
          const saved = await patchChatflow(chatflow.id, change)
          setChatflow(saved)
          onChanged(saved)
          return true
        } catch (error) {
          notify(t('saveFailed', { message: messageOf(error) }), { tone: 'error' })
          return false
        } finally {
          setIsSaving(false)
        }
      },
    }),
    [chatflow, isSaving, onChanged, t],
  )
  return (
    <Dialog
      open
      fullScreen={isPhone}
      maxWidth="lg"
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { height: isPhone ? '100%' : 'min(760px, calc(100% - 64px))' } } }}
    >
      <DialogHead id={id} title={t('title', { name: chatflow.name })} onClose={onClose}>
        <Button
          component={Link}
          to={`/runs?${new URLSearchParams({ flow: chatflow.id })}`}
          startIcon={<IconTimelineEvent size={20} aria-hidden />}
        >
          {t('runs')}
        </Button>
      </DialogHead>
      <Tabs
        value={tab}
        onChange={(_, next: typeof tab) => setTab(next)}
        variant="scrollable"
        scrollButtons="auto"
        aria-labelledby={id}
        sx={{ padding: '0 16px', borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
      >
        {TABS.map(([name]) => (
          <Tab key={name} value={name} label={t(`tab.${name}`)} id={`${id}-${name}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <ShareContext value={context}>
        <Box
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${tab}`}
          tabIndex={0}
          sx={{ flex: 1, minHeight: 0, overflowY: 'auto', padding: { xs: 2, sm: 3 } }}
        >
          <Box sx={{ marginBottom: 3 }}>
            <AccessBar />
          </Box>
          {TABS.map(([name, Panel]) => (name === tab && Panel ? <Panel key={name} /> : null))}
          {tab === 'triggers' ? triggers : null}
        </Box>
      </ShareContext>
    </Dialog>
  )
}
