import {
  IconBooks,
  IconBuildingStore,
  IconCoin,
  IconHierarchy,
  IconHome,
  IconKey,
  IconLock,
  IconTestPipe,
  IconTimelineEvent,
  IconTool,
  IconWorldUpload,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'

import { SECTIONS } from '../../../components/section/sections.ts'
import type { SectionName } from '../../../components/section/sections.ts'
import type { MenuGroup } from './menu-entries.ts'

/** What waits for somebody now. */
export interface MenuNumbers {
  waiting?: number | undefined
}

/** The side menu as data; an entry's id is the path segment that makes it active. */
export function mainMenu(t: TFunction, { waiting = 0 }: MenuNumbers = {}): readonly MenuGroup[] {
  const section = (name: SectionName) => ({
    title: t(`menu.${name}`),
    url: `/${SECTIONS[name][0]}`,
    screens: SECTIONS[name] as readonly string[],
    pages: SECTIONS[name].map((page) => ({ title: t(`menu.${page}`), url: `/${page}` })),
  })
  const runs = section('runs')
  return [
    {
      type: 'group',
      id: 'main',
      children: [
        { type: 'item', id: 'chatflows', title: t('menu.chatflows'), icon: IconHierarchy, url: '/chatflows' },
        {
          type: 'item',
          id: 'marketplaces',
          title: t('menu.marketplaces'),
          icon: IconBuildingStore,
          url: '/marketplaces',
        },
        { type: 'item', id: 'tools', title: t('menu.tools'), icon: IconTool, url: '/tools' },
        { type: 'item', id: 'credentials', title: t('menu.credentials'), icon: IconLock, url: '/credentials' },
        { type: 'item', id: 'apikey', title: t('menu.apiKeys'), icon: IconKey, url: '/apikey' },
      ],
    },
    {
      type: 'group',
      id: 'operate',
      title: t('menu.operate'),
      children: [
        { type: 'item', id: 'home', title: t('menu.home'), icon: IconHome, url: '/home' },
        {
          type: 'item',
          id: 'runs',
          icon: IconTimelineEvent,
          ...runs,
          screens: [...runs.screens, 'recording'],
          ...(waiting > 0 && {
            chip: {
              label: waiting.toLocaleString(),
              words: t('menu.waitingNumber', { count: waiting }),
              color: 'secondary' as const,
            },
          }),
        },
        { type: 'item', id: 'knowledge', title: t('menu.knowledge'), icon: IconBooks, url: '/knowledge' },
        { type: 'item', id: 'quality', icon: IconTestPipe, ...section('quality') },
        { type: 'item', id: 'publish', icon: IconWorldUpload, ...section('publish') },
        { type: 'item', id: 'spend', title: t('menu.spend'), icon: IconCoin, url: '/spend' },
      ],
    },
  ]
}
