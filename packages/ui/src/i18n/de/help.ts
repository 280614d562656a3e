import type help from '../en/help.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof help> = {
  title: 'Hilfe',
  list: 'Anleitungen',
  search: 'In den Anleitungen suchen',
  nothing: 'Keine Anleitung handelt von „{{words}}“.',
}

export default texts
