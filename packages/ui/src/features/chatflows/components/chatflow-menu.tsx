import type { ChatflowSummary } from '@chatwright/contract'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'

const ChatflowMenuList = lazy(() => import('./chatflow-menu-list.tsx'))

/** The button of a flow's menu; the menu arrives when it is first opened. */
export function ChatflowMenu({ flow }: { flow: ChatflowSummary }) {
  const { t } = useTranslation('chatflows')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  return (
    <>
      <LabelledIconButton
        size="small"
        label={t('card.menu', { name: flow.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setIsUsed(true)
        }}
      >
        <IconDots size={20} aria-hidden />
      </LabelledIconButton>
      {isUsed ? (
        <Suspense>
          <ChatflowMenuList flow={flow} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
