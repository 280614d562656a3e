import type en from '../en/triggers.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  title: 'Auslöser',
  empty: 'Noch läuft kein Flow von selbst',
  emptyText: 'Wähle „Schedule“ als Eingabeart im Start-Schritt eines Agenten-Flows und speichere ihn.',
  column: { flow: 'Flow', when: 'Wann', next: 'Nächster Lauf', last: 'Letzter Lauf', state: 'Läuft' },
  paused: 'Angehalten',
  over: 'Keine weitere Zeit',
  never: 'Noch nie',
  cannotRun: 'Kann nicht laufen',
  toggle: '{{flow}} nach Zeitplan laufen lassen',
  on: '{{flow}} läuft ab der nächsten Zeit nach Plan.',
  off: '{{flow}} ist angehalten. Was inzwischen fällig wird, wird nicht nachgeholt.',
}

export default texts
