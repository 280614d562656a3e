import type en from '../en/inbox.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  title: 'Eingang',
  empty: 'Nichts anzusehen',
  emptyText:
    'Antworten mit Daumen nach unten, mit Fehlern, an einer Grenze, ohne Fund in den Dokumenten, langsame und teure stehen hier 30 Tage lang.',
  week_one: '{{count}} Antwort zum Ansehen in den letzten sieben Tagen, {{before}} in den sieben davor',
  week_other: '{{count}} Antworten zum Ansehen in den letzten sieben Tagen, {{before}} in den sieben davor',
  filter: 'Grund',
  all: 'Alle Gründe',
  reason: {
    'rated-down': 'Daumen nach unten',
    failed: 'Fehlgeschlagen',
    limit: 'An einer Grenze',
    'found-nothing': 'Nichts gefunden',
    slow: 'Langsam',
    expensive: 'Teuer',
  },
  column: { asked: 'Gefragt', why: 'Warum', flow: 'Flow', when: 'Wann', actions: 'Aktionen' },
  tokens: '{{count}} Tokens',
  noWords: 'Ohne Worte',
  open: 'Öffnen, was nach „{{question}}“ geschah',
  searchIn: 'In {{store}} suchen',
  searchFor: 'In {{store}} nach „{{question}}“ suchen',
  dismiss: '„{{question}}“ erledigen',
  dismissed: 'Erledigt.',
  putBack: 'Zurücklegen',
  more: 'Mehr zeigen',
  failed: 'Das hat nicht geklappt: {{reason}}',
}

export default texts
