import type jobs from '../en/jobs.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof jobs> = {
  kind: {
    load: 'Dokumente laden',
    knowledge: 'Wissen',
    question: 'Antworten',
    continue: 'Eine Antwort fortsetzen',
    flow: 'Einen Agentenablauf ausführen',
  },
  running: 'Im Gang',
  ended: 'Vor Kurzem beendet',
  waits: 'Wartet, bis es an der Reihe ist',
  begins: 'Beginnt',
  stage: {
    loading: 'Dokumente werden gelesen',
    splitting: 'Sie werden in Abschnitte geteilt',
    embedding: 'Abschnitte werden eingebettet',
    copying: 'Vektoren werden kopiert',
    storing: 'Abschnitte werden gespeichert',
    deleting: 'Abschnitte werden gelöscht',
  },
  of: '{{done}} von {{total}}',
  cancel: 'Abbrechen',
  cancelOf: 'Abbrechen: {{kind}}, {{name}}',
  cancelFailed: 'Es ließ sich nicht abbrechen: {{reason}}',
  stop: 'Anhalten',
  again: 'Noch einmal laden',
  againOf: 'Noch einmal laden: {{name}}',
  done: 'Fertig',
  loaded: 'Die Dokumente sind geladen. Fragen Sie den Chat danach.',
  partly_one: '{{count}} Dokument konnte nicht gelesen werden. Die anderen sind geladen.',
  partly_other: '{{count}} Dokumente konnten nicht gelesen werden; die anderen sind geladen.',
  nothing_one: 'Das Dokument konnte nicht gelesen werden, also wurde nichts geladen.',
  nothing_other: 'Keines der {{count}} Dokumente konnte gelesen werden, also wurde nichts geladen.',
  count: { added: 'Neu', updated: 'Geändert', skipped: 'Unverändert', deleted: 'Entfernt' },
  counts: '{{added}} neu, {{updated}} geändert, {{skipped}} unverändert, {{deleted}} entfernt',
  cancelled: 'Angehalten. Was gespeichert ist, bleibt.',
  cancelledEarly: 'Angehalten, bevor es begann.',
  failed: 'Fehlgeschlagen',
  unnamed: 'Ein Chatflow ohne Namen',
  empty: 'Im Hintergrund läuft nichts',
  emptyHint:
    'Klicken Sie auf einem Canvas auf „Dokumente laden“. Das Laden läuft weiter, wenn Sie gehen, und das Ergebnis erscheint hier.',
  loading: 'Es wird gefragt, was läuft',
}

export default texts
