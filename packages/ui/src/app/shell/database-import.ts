import { loadDatabase } from '@chatwright/contract'
import type { DatabaseFile } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

import { call } from '../../lib/api.ts'
import { pickTextFile } from '../../lib/files.ts'
import { PRODUCT_NAME } from '../../lib/product.ts'
import { hideBackdrop, showBackdrop } from '../../state/backdrop.ts'
import { setDrawerOpened, useCustomization } from '../../state/customization.ts'
import { noteLoadedDatabase } from '../../state/loaded-database.ts'
import { goHomeAndReload } from './page.ts'

const MARKERS = ['"chatmessages":[', '"chatflows":[', '"apikeys":[']

/** Whether a file's text holds the three lists of a database export, however it is spaced. */
export function isDatabaseText(text: string): boolean {
  const dense = text.replaceAll(/\s/g, '')
  return MARKERS.every((marker) => dense.includes(marker))
}

/** Picks a file and sends it; a wrong file is refused with an alert and nothing is sent. */
export function useDatabaseImport(): () => Promise<void> {
  const { t } = useTranslation()
  return async () => {
    const file = await pickTextFile('.json')
    if (!file) return
    if (!isDatabaseText(file.text)) {
      // The specification asks for an alert here, not for a notification.
      window.alert(t('user.wrongFile', { product: PRODUCT_NAME }))
      return
    }
    await sendDatabase(file.text)
  }
}

async function sendDatabase(text: string): Promise<void> {
  const wasOpened = useCustomization.getState().opened
  setDrawerOpened(false)
  showBackdrop()
  try {
    await call(loadDatabase, { body: JSON.parse(text) as DatabaseFile })
    noteLoadedDatabase()
    goHomeAndReload()
  } catch (error) {
    console.error(error)
    setDrawerOpened(wasOpened)
  } finally {
    hideBackdrop()
  }
}
