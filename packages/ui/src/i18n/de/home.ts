import type en from '../en/home.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  title: 'Übersicht',
  newFlow: 'Neuer Flow',
  noWords: 'Kein Text',
  waiting: {
    title: 'Wartet auf Sie',
    titleNumber_one: '{{count}} Lauf wartet auf Sie',
    titleNumber_other: '{{count}} Läufe warten auf Sie',
    all: 'Wartende Läufe zeigen',
    none: 'Kein Lauf wartet auf eine Entscheidung.',
  },
  failed: {
    title: 'Fehlgeschlagen oder schlecht bewertet',
    all: 'Fehlgeschlagene Läufe zeigen',
    none: 'In den letzten 30 Tagen schlug kein Lauf fehl, und keiner wurde schlecht bewertet.',
  },
  cost: {
    title: 'Kosten heute',
    all: 'Kosten zeigen',
    none: 'Heute noch keine Modellaufrufe.',
    calls_one: '{{count}} Aufruf, {{tokens}} Tokens',
    calls_other: '{{count}} Aufrufe, {{tokens}} Tokens',
    unpriced_one: '{{count}} Aufruf hat keinen bekannten Preis und ist nicht enthalten.',
    unpriced_other: '{{count}} Aufrufe haben keinen bekannten Preis und sind nicht enthalten.',
  },
  flows: {
    title: 'Zuletzt geänderte Flows',
    all: 'Alle Flows zeigen',
    none: 'Noch keine Flows. Legen Sie einen an, oder beginnen Sie mit einer Vorlage.',
    lastFailed: 'Letzter Lauf fehlgeschlagen',
  },
}

export default texts
