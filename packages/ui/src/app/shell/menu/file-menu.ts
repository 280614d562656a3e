import { IconFileImport } from '@tabler/icons-react'
import type { TFunction } from 'i18next'

import { LARGEST_FLOW_FILE } from '../../flow-file/use-load-flow-file.ts'
import type { MenuFilePicker, MenuGroup } from './menu-entries.ts'

/** Apart from the screens, after all of them: what opens a flow from a file. */
export function fileMenu(t: TFunction, onText: MenuFilePicker['onText']): MenuGroup {
  const title = t('menu.loadFlow')
  return {
    type: 'group',
    id: 'files',
    isApart: true,
    children: [{ type: 'file', id: 'load-flow', title, icon: IconFileImport, onText, most: LARGEST_FLOW_FILE }],
  }
}
