import type form from '../en/form.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof form> = {
  required: 'nötig',
  tryPrompt: 'Mit letzten Läufen testen',
  expand: '{{label}} im Editor öffnen',
  folderHint: 'Pfad eines Ordners auf dem Server',
  notKept: {
    short: 'Wird nicht gespeichert',
    password: 'Speichern behält nicht, was hier steht. Zugangsdaten behalten es.',
    folder: 'Speichern behält keinen Ordner. Gewählte Dateien bleiben beim Flow.',
  },
  sealed: {
    hint: 'Wird beim Speichern verschlüsselt abgelegt und nicht mehr angezeigt.',
    stored: 'Gespeichert. Eine Eingabe ersetzt es.',
    remove: 'Gespeichertes Geheimnis entfernen',
  },
  choose: 'Auswählen',
  unset: 'Leer',
  byDefault: '{{value}} (Vorgabe)',
  search: 'Suchen',
  searchOrType: 'Suchen oder selbst schreiben',
  useTyped: '„{{words}}“ verwenden',
  noChoice: 'Dazu passt nichts.',
  choiceGone: 'Nicht mehr da',
  choiceUnknown: 'Name nicht bekannt',
  loading: 'Die Auswahl wird geladen …',
  loadFailed: 'Die Auswahl konnte nicht geladen werden: {{reason}}',
  retry: 'Nochmals',
  writeCode: 'Code schreiben',
  writeJson: 'JSON schreiben',
  fillVariables: 'Variablen füllen',
  jsonBroken: 'Das ist noch kein JSON. Prüfen Sie Anführungszeichen, Kommas und Klammern.',
  rows_one: '{{count}} Zeile',
  rows_other: '{{count}} Zeilen',
  rowActions: 'Aktionen der Zeile',
  cell: '{{column}}, Zeile {{row}}',
  addRow: 'Zeile hinzufügen',
  removeRow: 'Zeile {{row}} entfernen',
  chooseFile: 'Datei auswählen {{kinds}}',
  reading: 'Liest …',
  uploadFailed: '{{file}} konnte nicht abgelegt werden: {{reason}}',
  removeFile: 'Datei entfernen',
  credential: {
    choose: 'Zugang auswählen',
    none: 'Davon gibt es noch keinen.',
    missing: 'Ein Zugang, den es nicht mehr gibt',
    create: 'Neu: {{kind}}',
    edit: '{{name}} bearbeiten',
  },
}

export default texts
