import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { askDocuments } from '../../../state/asked-documents.ts'
import { bringFiles } from '../../../state/brought-files.ts'
import { DropDoor } from './drop-door.tsx'

/** The list of flows takes files: exported flows are imported, documents become a chat. */
export function DropList({ children }: { children: ReactNode }) {
  const { t } = useTranslation('chatflows')
  return (
    <DropDoor onDrop={takeFiles} hint={t('drop')}>
      <Box sx={{ minHeight: '60vh' }}>{children}</Box>
    </DropDoor>
  )
}

function takeFiles(files: readonly File[]): void {
  const isExport = files.every((file) => file.name.toLowerCase().endsWith('.json'))
  if (isExport) bringFiles(files)
  else askDocuments(files)
}
