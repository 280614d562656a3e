import type { CustomTool } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { faceStyle, ItemCard } from '../../../components/item-card.tsx'
import { ToolTile } from '../../../components/tool-tile.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { exportedTool, readRows, startDraft } from '../../../components/tool-dialog/tool-draft.ts'
import { downloadText, safeFileName } from '../../../lib/files.ts'
import { useGuardedDelete } from '../../../lib/use-guarded-delete.ts'
import { useRemoveTool } from '../api/use-tools.ts'

export function ToolCard({ tool, onEdit }: { tool: CustomTool; onEdit: () => void }) {
  const { t } = useTranslation(['tools', 'common'])
  const remove = useRemoveTool()
  const guardedDelete = useGuardedDelete()
  const exportTool = () => {
    const { name, text } = exportedTool(startDraft(tool))
    downloadText({ name: safeFileName(name), text })
  }
  return (
    <ItemCard
      tile={<ToolTile name={tool.name} iconSrc={tool.iconSrc} />}
      title={
        <Box component="button" type="button" className="face" onClick={onEdit} sx={faceStyle}>
          {tool.name}
        </Box>
      }
      description={tool.description || t('card.noDescription')}
      foot={
        <>
          <span>{t('card.inputs', { count: readRows(tool.schema).length })}</span>
          <Box component="span" sx={{ marginLeft: 'auto', position: 'relative', zIndex: 1 }}>
            {t('card.edited')} <TimeAgo date={tool.updatedDate} />
          </Box>
        </>
      }
      action={
        <RowActions
          label={t('card.menu', { name: tool.name })}
          actions={[
            { label: t('common:action.edit'), icon: IconPencil, run: onEdit },
            { label: t('common:action.export'), icon: IconDownload, run: exportTool },
            {
              label: t('common:action.delete'),
              icon: IconTrash,
              isDelete: true,
              run: () =>
                guardedDelete({
                  title: t('delete.title', { name: tool.name }),
                  text: t('delete.text'),
                  done: t('delete.done', { name: tool.name }),
                  remove: (options) => remove(tool.id, options),
                }),
            },
          ]}
        />
      }
    />
  )
}
