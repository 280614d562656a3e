import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconCopy, IconDownload, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color, radius, size } from '../../../theme/tokens.ts'
import type { FlowSelection } from '../model/use-selection.ts'
import { useChatflowActions } from './use-chatflow-actions.ts'

/** What can be done to the selected flows; stays in sight while the list scrolls. */
export function SelectionBar({ selection }: { selection: FlowSelection }) {
  const { t } = useTranslation(['chatflows', 'common'])
  const actions = useChatflowActions()
  const { flows, clear } = selection
  return (
    <Box
      role="toolbar"
      aria-label={t('common:state.selected', { count: flows.length })}
      sx={{
        position: 'sticky',
        top: size.contentTop,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        padding: '4px 16px',
        marginBottom: 2,
        borderRadius: radius.card,
        border: `1px solid ${color.line}`,
        backgroundColor: color.primarySoft,
        color: color.onPrimarySoft,
      }}
    >
      <Typography variant="subtitle2" aria-live="polite" sx={{ marginRight: 'auto' }}>
        {t('common:state.selected', { count: flows.length })}
      </Typography>
      <Button
        startIcon={<IconCopy size={20} aria-hidden />}
        color="inherit"
        onClick={() => void actions.duplicate(flows).then(clear)}
      >
        {t('common:action.duplicate')}
      </Button>
      <Button
        startIcon={<IconDownload size={20} aria-hidden />}
        color="inherit"
        onClick={() => void actions.exportFiles(flows)}
      >
        {t('common:action.export')}
      </Button>
      <Button
        startIcon={<IconTrash size={20} aria-hidden />}
        color="error"
        onClick={() => void actions.remove(flows).then((isDone) => (isDone ? clear() : undefined))}
      >
        {t('common:action.delete')}
      </Button>
      <Button color="inherit" onClick={clear}>
        {t('common:action.clear')}
      </Button>
    </Box>
  )
}
