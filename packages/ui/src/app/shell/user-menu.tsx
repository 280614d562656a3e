import { IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { lazyDialog, useIsKept } from '../../components/lazy-part/lazy-part.tsx'

const UserMenuList = lazyDialog(() => import('./user-menu-list.tsx'))
const VersionDialog = lazyDialog(() => import('./version-dialog.tsx'))

/** The button of the user menu; the menu arrives when it is first opened. */
export function UserMenu() {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isAboutOpen, setIsAboutOpen] = useState(false)
  const hasMenu = useIsKept(anchor !== null, UserMenuList)
  return (
    <>
      <LabelledIconButton
        label={t('shell.userMenu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconUserCircle size={24} aria-hidden />
      </LabelledIconButton>
      {hasMenu ? (
        <UserMenuList anchor={anchor} onClose={() => setAnchor(null)} onAbout={() => setIsAboutOpen(true)} />
      ) : null}
      {isAboutOpen ? <VersionDialog onClose={() => setIsAboutOpen(false)} /> : null}
    </>
  )
}
