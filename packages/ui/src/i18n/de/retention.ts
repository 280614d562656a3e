import type retention from '../en/retention.ts'

export default {
  title: 'Aufbewahrung',
  kind: {
    messages: 'Unterhaltungen mit ihren Dateien',
    leads: 'Kontakte',
    waits: 'Läufe, die auf einen Menschen warten',
    executions: 'Läufe von Agenten-Flows',
    traces: 'Protokolle',
    recordings: 'Aufzeichnungen',
  },
  days: '{{days}} Tage',
  forever: 'Bis Sie es löschen',
  never: 'Nicht gespeichert',
  setBy: 'Eingestellt mit {{setting}}',
  withoutEnd: '{{number}} warten seit der Zeit ohne Grenze und warten weiter. Sie finden sie unter „Wartend“.',
  preview: {
    title: 'Bevor Sie eine Grenze setzen',
    days: 'Tage',
    wrong: 'Geben Sie eine ganze Zahl von Tagen ein, mindestens 1.',
    failed: 'Die Vorschau konnte nicht geladen werden. Laden Sie die Seite neu.',
    result:
      'MESSAGE_DAYS={{days}} würde jetzt {{chats}} Unterhaltungen mit {{messages}} Nachrichten und ihren Dateien löschen. LEAD_DAYS={{days}} würde {{leads}} Kontakte löschen.',
  },
} satisfies typeof retention
