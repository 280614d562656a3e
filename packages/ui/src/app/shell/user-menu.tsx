import { IconUserCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'

const UserMenuList = lazy(() => import('./user-menu-list.tsx'))
const VersionDialog = lazy(() => import('./version-dialog.tsx'))

/** The button of the user menu; the menu arrives when it is first opened. */
export function UserMenu() {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  const [isAboutOpen, setIsAboutOpen] = useState(false)
  return (
    <>
      <LabelledIconButton
        label={t('shell.userMenu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setIsUsed(true)
        }}
      >
        <IconUserCircle size={24} aria-hidden />
      </LabelledIconButton>
      <Suspense>
        {isUsed ? (
          <UserMenuList anchor={anchor} onClose={() => setAnchor(null)} onAbout={() => setIsAboutOpen(true)} />
        ) : null}
        {isAboutOpen ? <VersionDialog onClose={() => setIsAboutOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
