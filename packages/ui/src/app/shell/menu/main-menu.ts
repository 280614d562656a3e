import {
  IconArchive,
  IconBolt,
  IconBooks,
  IconBuildingStore,
  IconCoin,
  IconHierarchy,
  IconHourglassHigh,
  IconInbox,
  IconKey,
  IconLock,
  IconMessages,
  IconTestPipe,
  IconTimelineEvent,
  IconTool,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'

import type { MenuGroup } from './menu-entries.ts'

/** The side menu as data; an entry's id is the path segment that makes it active. */
export function mainMenu(t: TFunction): readonly MenuGroup[] {
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
      id: 'run',
      title: t('menu.run'),
      children: [
        { type: 'item', id: 'knowledge', title: t('menu.knowledge'), icon: IconBooks, url: '/knowledge' },
        {
          type: 'item',
          id: 'executions',
          title: t('menu.executions'),
          icon: IconTimelineEvent,
          url: '/executions',
          screens: ['runs', 'recording'],
        },
        { type: 'item', id: 'waiting', title: t('menu.waiting'), icon: IconHourglassHigh, url: '/waiting' },
        { type: 'item', id: 'triggers', title: t('menu.triggers'), icon: IconBolt, url: '/triggers' },
        { type: 'item', id: 'channels', title: t('menu.channels'), icon: IconMessages, url: '/channels' },
        { type: 'item', id: 'retention', title: t('menu.retention'), icon: IconArchive, url: '/retention' },
      ],
    },
    {
      type: 'group',
      id: 'improve',
      title: t('menu.improve'),
      children: [
        { type: 'item', id: 'inbox', title: t('menu.inbox'), icon: IconInbox, url: '/inbox' },
        {
          type: 'item',
          id: 'tests',
          title: t('menu.tests'),
          icon: IconTestPipe,
          url: '/tests',
          screens: ['comparisons'],
        },
        { type: 'item', id: 'spend', title: t('menu.spend'), icon: IconCoin, url: '/spend' },
      ],
    },
  ]
}
