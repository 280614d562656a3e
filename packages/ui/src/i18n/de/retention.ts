import type retention from '../en/retention.ts'

export default {
  title: 'Aufbewahrung',
  about:
    'Was älter ist als seine Grenze, wird innerhalb einer Stunde gelöscht. Das lässt sich nicht rückgängig machen.',
  kind: {
    messages: 'Unterhaltungen mit ihren Dateien',
    leads: 'Kontakte',
    waits: 'Läufe, die auf einen Menschen warten',
    executions: 'Läufe von Agenten-Flows',
    traces: 'Protokolle',
    recordings: 'Aufzeichnungen',
  },
  days_one: '{{count}} Tag',
  days_other: '{{count}} Tage',
  forever: 'Bis Sie es löschen',
  never: 'Nicht gespeichert',
  fixed:
    'Eingestellt mit der Umgebungsvariablen {{setting}}. Entfernen Sie sie und starten Sie neu, um es hier zu ändern.',
  withoutEnd_one: '{{count}} wartet seit der Zeit ohne Grenze und wartet weiter.',
  withoutEnd_other: '{{count}} warten seit der Zeit ohne Grenze und warten weiter.',
  showThem: 'Anzeigen',
  change: 'Ändern',
  changeNamed: 'Grenze ändern: {{name}}',
  dialog: {
    way: 'Speichern',
    limited: 'Für eine Zahl von Tagen',
    forever: 'Bis Sie es löschen',
    never: 'Nichts',
    days: 'Tage',
    wrong: 'Geben Sie eine ganze Zahl von Tagen ein, von 1 bis 36.500.',
    failed: 'Die Vorschau konnte nicht geladen werden. Laden Sie die Seite neu.',
    nothing: 'Jetzt würde nichts gelöscht.',
    saved: 'Grenze gespeichert.',
  },
  goes: {
    messages_one: 'Das löscht {{count}} Unterhaltung mit {{messages}} Nachrichten, ihren Dateien und Läufen.',
    messages_other: 'Das löscht {{count}} Unterhaltungen mit {{messages}} Nachrichten, ihren Dateien und Läufen.',
    leads_one: 'Das löscht {{count}} Kontakt.',
    leads_other: 'Das löscht {{count}} Kontakte.',
    waits_one: 'Das beendet {{count}} wartenden Lauf ohne Entscheidung.',
    waits_other: 'Das beendet {{count}} wartende Läufe ohne Entscheidung.',
    executions_one: 'Das löscht {{count}} Lauf eines Agenten-Flows. Seine Unterhaltung bleibt.',
    executions_other: 'Das löscht {{count}} Läufe von Agenten-Flows. Ihre Unterhaltungen bleiben.',
    traces_one: 'Das löscht das Protokoll von {{count}} Lauf. Seine Unterhaltung bleibt.',
    traces_other: 'Das löscht die Protokolle von {{count}} Läufen. Ihre Unterhaltungen bleiben.',
    recordings_one:
      'Das löscht Aufzeichnungen aus {{count}} Unterhaltung. Wiederholungen und Was-wäre-wenn brauchen sie.',
    recordings_other:
      'Das löscht Aufzeichnungen aus {{count}} Unterhaltungen. Wiederholungen und Was-wäre-wenn brauchen sie.',
  },
} satisfies typeof retention
