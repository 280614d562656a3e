import type { ChatflowSummary } from '@chatwright/contract'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { lazyDialog, useIsKept } from '../../../components/lazy-part/lazy-part.tsx'

const ChatflowMenuList = lazyDialog(() => import('./chatflow-menu-list.tsx'))

/** The button of a flow's menu; the menu arrives when it is first opened. */
export function ChatflowMenu({ flow }: { flow: ChatflowSummary }) {
  const { t } = useTranslation('chatflows')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const hasMenu = useIsKept(anchor !== null, ChatflowMenuList)
  return (
    <>
      <LabelledIconButton
        size="small"
        label={t('card.menu', { name: flow.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconDots size={20} aria-hidden />
      </LabelledIconButton>
      {hasMenu ? <ChatflowMenuList flow={flow} anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  )
}
