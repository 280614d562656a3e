import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { parseConfig, plainLook, readBotLook } from '../../../../lib/bot-config/bot-config.ts'
import { notify } from '../../../../state/notifications.ts'
import { patchJson } from '../../api/patch-chatflow.ts'
import { lookPatch } from '../../model/look-patch.ts'
import { useShare } from '../share-context.ts'
import { LookFields } from './look-fields.tsx'
import { LookPreview } from './look-preview.tsx'

/** The form beside what it does, before anything is saved. */
export function LookEditor() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  const [look, setLook] = useState(() => readBotLook(parseConfig(chatflow.chatbotConfig)))
  const saveLook = async () => {
    const isSaved = await save(patchJson('chatbotConfig', (current) => lookPatch(look, current)))
    if (isSaved) notify(t('saved'), { tone: 'success' })
  }
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' },
        gap: 3,
        alignItems: 'start',
      }}
    >
      <Box
        component="form"
        sx={{ display: 'grid', gap: 3 }}
        onSubmit={(event) => {
          event.preventDefault()
          void saveLook()
        }}
      >
        <LookFields look={look} onChange={setLook} />
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button type="submit" variant="contained" loading={isSaving}>
            {t('look.save')}
          </Button>
          <Button onClick={() => setLook(plainLook)}>{t('look.reset')}</Button>
        </Box>
      </Box>
      <Box sx={{ position: { md: 'sticky' }, top: 0 }}>
        <LookPreview look={look} name={chatflow.name} />
      </Box>
    </Box>
  )
}
