import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { lazyDialog, useIsKept } from '../../../components/lazy-part/lazy-part.tsx'

const NewFlowMenu = lazyDialog(() => import('./new-flow-menu.tsx'))

/** Begins a chat flow at once; beside it, every other way to begin, in a menu that is fetched when somebody comes near. */
export function NewFlowButton() {
  const { t } = useTranslation('chatflows')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const hasMenu = useIsKept(anchor !== null, NewFlowMenu)
  return (
    <>
      <Box sx={{ display: 'flex', gap: 0.5 }} onPointerEnter={NewFlowMenu.preload} onFocus={NewFlowMenu.preload}>
        <Button variant="contained" component={Link} to="/canvas" startIcon={<IconPlus size={20} aria-hidden />}>
          {t('new')}
        </Button>
        <Button
          variant="contained"
          aria-label={t('newKind.choose')}
          title={t('newKind.choose')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          sx={{ paddingInline: 0.5, minWidth: 36 }}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <IconChevronDown size={20} aria-hidden />
        </Button>
      </Box>
      {hasMenu ? <NewFlowMenu anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  )
}
