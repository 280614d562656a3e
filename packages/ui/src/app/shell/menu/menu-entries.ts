import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { PickedText } from '../../../lib/files.ts'

interface EntryLook {
  id: string
  title: string
  icon?: Icon
  caption?: string
  /** `words` say to a screen reader what the label, a mere number, counts. */
  chip?: { label: string; words?: string; color?: 'primary' | 'secondary' | 'default' }
  disabled?: boolean
}

export interface MenuGroup {
  type: 'group'
  id: string
  title?: string
  caption?: string
  /** Below a line of its own. */
  isApart?: boolean
  children: readonly MenuEntry[]
}

export interface MenuCollapse extends EntryLook {
  type: 'collapse'
  children: readonly MenuEntry[]
}

export interface MenuLink extends EntryLook {
  type: 'item'
  url: string
  /** Path segments of other screens at which it is active too. */
  screens?: readonly string[]
  /** Screens that it leads to by their tabs, for whoever looks for them by name. */
  pages?: readonly { title: string; url: string }[]
  /** Leaves the application; with `target` it opens in a new tab. */
  external?: boolean
  target?: boolean
}

/** Offers a `.json` file and hands its text on. */
export interface MenuFilePicker extends EntryLook {
  type: 'file'
  onText(file: PickedText): void
  /** The most bytes worth reading. */
  most?: number
}

export type MenuEntry = MenuGroup | MenuCollapse | MenuLink | MenuFilePicker

/** What a broken or newer menu may hold; it is shown as an error instead of breaking the page. */
export interface UnknownMenuEntry {
  type: string
  id: string
  label?: ReactNode
}
